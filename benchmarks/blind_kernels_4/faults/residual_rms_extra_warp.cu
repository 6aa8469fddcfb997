// Adds a residual to each row of 96 values and normalizes it by its root mean square; 96 threads per row.
// Fault: the number of warps is (96 + 32) / 32 = 4, so a fourth partial sum is read that no warp writes (uninitialized shared memory).
template <int THREADS>
__device__ float block_sum(float v) {
#ifdef FAULT
  constexpr int WARPS = (THREADS + 32) / 32;
#else
  constexpr int WARPS = (THREADS + 31) / 32;
#endif
  __shared__ float partial[WARPS];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffff, v, d);
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = v;
  __syncthreads();
  float total = 0;
  for (int w = 0; w < WARPS; ++w) total += partial[w];
  return total;
}
extern "C" __global__ void add_rms_norm(float* y, float* residual, const float* x, const float* weight) {
  int i = blockIdx.x * 96 + threadIdx.x;
  float h = x[i] + residual[i];
  residual[i] = h;
  float square = block_sum<96>(h * h);
  y[i] = h * rsqrtf(square / 96 + 1e-5f) * weight[threadIdx.x];
}
