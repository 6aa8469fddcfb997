// Functions that are not inlined: a struct of 24 bytes by value, a result of 24 bytes, a pointer into the caller's array.
struct Six { int v[6]; };
__device__ __noinline__ Six turned(Six a, int by) {
  Six r;
  for (int i = 0; i < 6; ++i) r.v[i] = a.v[(i + by) % 6];
  return r;
}
__device__ __noinline__ int fold(int* v, int n) {
  int acc = 1;
  for (int i = 0; i < n; ++i) {
    acc = acc * 31 + v[i];
    v[i] = acc;
  }
  return acc;
}

extern "C" __global__ void calls(int* y, const int* x) {
  int t = threadIdx.x;
  Six a;
  for (int i = 0; i < 6; ++i) a.v[i] = x[t * 6 + i];
  Six b = turned(a, t % 6);
  y[t * 3] = fold(b.v + 1, 4);
  y[t * 3 + 1] = t & 1 ? fold(a.v, 6) : fold(a.v, 2);
  y[t * 3 + 2] = a.v[0] ^ a.v[5] ^ b.v[4];
}
