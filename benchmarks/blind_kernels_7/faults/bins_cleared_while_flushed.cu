// Histograms of 16 bins of four chunks of 64 values each; the bins are flushed and cleared between the chunks.
// Fault: bins are cleared by other threads than those that flush them, without a barrier between (data race).
extern "C" __global__ void histograms(int* y, const int* x) {
  __shared__ int bin[16];
  int t = threadIdx.x;
  if (t < 16) bin[t] = 0;
  __syncthreads();
  for (int k = 0; k < 4; ++k) {
    atomicAdd(&bin[x[(blockIdx.x * 4 + k) * 64 + t] & 15], 1);
    __syncthreads();
    if (t < 16) y[(blockIdx.x * 4 + k) * 16 + t] = bin[t];
#ifndef FAULT
    __syncthreads();
#endif
    if (t >= 32 && t < 48) bin[t - 32] = 0;
    __syncthreads();
  }
}
