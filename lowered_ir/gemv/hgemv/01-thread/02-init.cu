// gemv/hgemv:thread:init
// y[n] = sum_k W[n,k] x[k], N,K = 4096,128, float16 -> float32 -> float16
// why: zero the accumulator before the loop over k, not by a test inside it
// target: cuda sm_90
// launch main_kernel: grid 32 x 1 x 1, block 128 x 1 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(128) main_kernel(half* __restrict__ W_ptr, half* __restrict__ x_ptr, half* __restrict__ y_ptr) {
  alignas(64) float y_sum_local_ptr[1];
  y_sum_local_ptr[0] = 0x0p+0f/*0.000000e+00*/;
  for (int k_0 = 0; k_0 < 16; ++k_0) {
    for (int k_1 = 0; k_1 < 8; ++k_1) {
      int cse_v1 = (k_0 * 8);
      y_sum_local_ptr[0] = (y_sum_local_ptr[0] + (((float)W_ptr[((((((int)blockIdx.x) * 16384) + (((int)threadIdx.x) * 128)) + (k_0 * 8)) + k_1)]) * ((float)x_ptr[((k_0 * 8) + k_1)])));
    }
  }
  y_ptr[((((int)blockIdx.x) * 128) + ((int)threadIdx.x))] = ((half)y_sum_local_ptr[0]);
}
