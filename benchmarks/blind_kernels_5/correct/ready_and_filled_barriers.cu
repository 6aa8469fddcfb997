// A producer warp and a consumer warp with libcu++'s barriers: two buffers, each with a barrier "ready" and a barrier "filled".
#include <cuda/barrier>
extern "C" __global__ void stream(int* y, const int* x) {
  using barrier = cuda::barrier<cuda::thread_scope_block>;
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ barrier ready[2], filled[2];
  __shared__ int buffers[2][32];
  int t = threadIdx.x, lane = t % 32;
  x += blockIdx.x * 192;
  y += blockIdx.x * 192;
  if (t < 2) {
    init(&ready[t], 64);
    init(&filled[t], 64);
  }
  __syncthreads();
  if (t < 32) {
    for (int k = 0; k < 6; ++k) {
      ready[k % 2].arrive_and_wait();
      buffers[k % 2][lane] = x[k * 32 + lane] ^ k;
      (void)filled[k % 2].arrive();
    }
  } else {
    (void)ready[0].arrive();
    (void)ready[1].arrive();
    for (int k = 0; k < 6; ++k) {
      filled[k % 2].arrive_and_wait();
      y[k * 32 + lane] = buffers[k % 2][(lane + 5) % 32];
      (void)ready[k % 2].arrive();
    }
  }
}
