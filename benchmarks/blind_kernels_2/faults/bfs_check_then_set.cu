// One step of breadth-first search over a fixed graph: new neighbours get level 1 and are counted once.
// Fault: a neighbour is tested and then marked by plain accesses, so it is counted more than once (race).
extern "C" __global__ void step(int* count, int* level) {
  __shared__ int lv[64];
  __shared__ int n;
  int t = threadIdx.x;
  lv[t] = t < 24 ? 0 : -1;
  if (t == 0) n = 0;
  __syncthreads();
  if (t < 24)
    for (int k = 0; k < 3; ++k) {
      int v = 24 + (t * 3 + k * 11) % 40;
#ifdef FAULT
      if (lv[v] == -1) {
        lv[v] = 1;
        atomicAdd(&n, 1);
      }
#else
      if (atomicCAS(&lv[v], -1, 1) == -1) atomicAdd(&n, 1);
#endif
    }
  __syncthreads();
  level[t] = lv[t];
  if (t == 0) *count = n;
}
