// Sums of 512 integers by residue modulo 16, added to a global array by all blocks.
// Fault: a plain += on global memory where many threads and blocks meet (race on global, lost updates).
extern "C" __global__ void bin_sum(int* bins, const int* x) {
  for (int i = blockIdx.x * 64 + threadIdx.x; i < 512; i += 256) {
#ifdef FAULT
    bins[i % 16] += x[i];
#else
    atomicAdd(&bins[i % 16], x[i]);
#endif
  }
}
