// Colours a torus of 8 x 8: a vertex whose uncoloured neighbours have lower priorities takes the first free colour.
extern "C" __global__ void paint(int* to, const int* from, const int* priority, const int4* next) {
  int v = threadIdx.x, c = from[v];
  if (c < 0) {
    int4 n4 = next[v];
    int n[4] = {n4.x, n4.y, n4.z, n4.w};
    unsigned used = 0;
    bool waits = false;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      int other = from[n[i]];
      if (other >= 0) used |= 1u << other;
      else waits |= priority[n[i]] > priority[v];
    }
    if (!waits) c = __ffs(~used) - 1;
  }
  to[v] = c;
}
