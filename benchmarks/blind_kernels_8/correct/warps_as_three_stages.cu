// Six rows pass through three warps: the first loads, the second squares mirrored values, the third stores; named barriers hand over.
__device__ void named_sync(int id, int n) { asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(n) : "memory"); }
__device__ void named_arrive(int id, int n) { asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(n) : "memory"); }
__global__ void stages(int* y, const int* x) {
  __shared__ int first[32], second[32];
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  for (int i = 0; i < 6; i++) {
    if (warp == 0) {
      if (i) named_sync(2, 64);
      first[lane] = x[i * 32 + lane];
      named_arrive(1, 64);
    } else if (warp == 1) {
      named_sync(1, 64);
      const int v = first[31 - lane];
      if (i < 5) named_arrive(2, 64);
      if (i) named_sync(4, 64);
      second[lane] = v * v;
      named_arrive(3, 64);
    } else {
      named_sync(3, 64);
      y[i * 32 + lane] = second[lane ^ 1] + i;
      if (i < 5) named_arrive(4, 64);
    }
  }
}
