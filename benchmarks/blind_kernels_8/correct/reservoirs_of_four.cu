// Reservoir sampling: each thread keeps four of a stream of 3 to 40 items, each later item replaces one at random with falling probability.
__global__ void reservoirs(int* y, const int* length, const int* x) {
  const int t = threadIdx.x, n = length[t];
  int kept[4] = {-1, -1, -1, -1};
  unsigned random = 12345u + t;
  for (int i = 0; i < n; i++) {
    const int v = x[(t + i) % 64];
    random = random * 1664525u + 1013904223u;
    const unsigned place = i < 4 ? (unsigned)i : __umulhi(random, i + 1);
#pragma unroll
    for (int k = 0; k < 4; k++)
      if (place == k) kept[k] = v;
  }
  *(int4*)(y + t * 4) = make_int4(kept[0], kept[1], kept[2], kept[3]);
}
