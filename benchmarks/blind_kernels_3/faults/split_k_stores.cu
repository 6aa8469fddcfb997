// An 8 x 8 integer matmul of depth 64, split over four blocks that add their parts to a cleared result.
// Fault: the parts are added by a plain += instead of an atomic (race on global, lost updates).
extern "C" __global__ void gemm(int* c, const int* a, const int* b) {
  int m = threadIdx.x / 8, n = threadIdx.x % 8, sum = 0;
  for (int k = blockIdx.x * 16; k < blockIdx.x * 16 + 16; ++k) sum += a[m * 64 + k] * b[k * 8 + n];
#ifdef FAULT
  c[threadIdx.x] += sum;
#else
  atomicAdd(&c[threadIdx.x], sum);
#endif
}
