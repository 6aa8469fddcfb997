// gemv/fast_gemv:warp_reduce:first_lane
// y[n] = sum_k W[n,k] x[k], N,K = 8192,8192, float16 -> float32 -> float16
// why: only lane 0 writes the result: no shuffle or second barrier to send it to the others
// target: cuda sm_90
// launch main_kernel: grid 8192 x 1 x 1, block 32 x 1 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(32) main_kernel(half* __restrict__ W_ptr, half* __restrict__ x_ptr, half* __restrict__ y_ptr) {
  alignas(64) float y_sum_rf_local_ptr[1];
  alignas(64) float red_buf0_ptr[1];
  y_sum_rf_local_ptr[0] = 0x0p+0f/*0.000000e+00*/;
  for (int k_0_0 = 0; k_0_0 < 256; ++k_0_0) {
    int cse_v1 = (k_0_0 * 32);
    y_sum_rf_local_ptr[0] = (y_sum_rf_local_ptr[0] + (((float)W_ptr[(((((int)blockIdx.x) * 8192) + (k_0_0 * 32)) + ((int)threadIdx.x))]) * ((float)x_ptr[((k_0_0 * 32) + ((int)threadIdx.x))])));
  }
  alignas(64) float t0_ptr[1];
  alignas(64) uint mask_ptr[1];
  red_buf0_ptr[0] = y_sum_rf_local_ptr[0];
  mask_ptr[0] = __activemask();
  t0_ptr[0] = __shfl_down_sync(mask_ptr[0], red_buf0_ptr[0], 16, 32);
  red_buf0_ptr[0] = (red_buf0_ptr[0] + t0_ptr[0]);
  t0_ptr[0] = __shfl_down_sync(mask_ptr[0], red_buf0_ptr[0], 8, 32);
  red_buf0_ptr[0] = (red_buf0_ptr[0] + t0_ptr[0]);
  t0_ptr[0] = __shfl_down_sync(mask_ptr[0], red_buf0_ptr[0], 4, 32);
  red_buf0_ptr[0] = (red_buf0_ptr[0] + t0_ptr[0]);
  t0_ptr[0] = __shfl_down_sync(mask_ptr[0], red_buf0_ptr[0], 2, 32);
  red_buf0_ptr[0] = (red_buf0_ptr[0] + t0_ptr[0]);
  t0_ptr[0] = __shfl_down_sync(mask_ptr[0], red_buf0_ptr[0], 1, 32);
  red_buf0_ptr[0] = (red_buf0_ptr[0] + t0_ptr[0]);
  if (((int)threadIdx.x) == 0) {
    y_ptr[((int)blockIdx.x)] = ((half)red_buf0_ptr[0]);
  }
}
