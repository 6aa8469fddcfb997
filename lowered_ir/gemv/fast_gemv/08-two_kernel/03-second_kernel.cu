// gemv/fast_gemv:two_kernel:second_kernel
// y[n] = sum_k W[n,k] x[k], N,K = 8192,8192, float16 -> float32 -> float16
// why: a thread per row adds the partial sums of its four blocks, with coalesced loads
// target: cuda sm_90
// launch main_kernel: grid 2048 x 4 x 1, block 256 x 4 x 1, shared 144 B static + 0 B dynamic
// launch main_kernel_1: grid 64 x 1 x 1, block 128 x 1 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(1024) main_kernel(half* __restrict__ W_ptr, half* __restrict__ x_ptr, float* __restrict__ y_sum_rf_ptr) {
  alignas(64) float y_sum_rf_rf_local_ptr[1];
  __shared__ alignas(64) float red_result_ptr[4];
  y_sum_rf_rf_local_ptr[0] = 0x0p+0f/*0.000000e+00*/;
  for (int k_1 = 0; k_1 < 8; ++k_1) {
    int cse_v1 = (((int)blockIdx.y) * 2048);
    int cse_v2 = (((int)threadIdx.x) * 8);
    y_sum_rf_rf_local_ptr[0] = (y_sum_rf_rf_local_ptr[0] + (((float)W_ptr[(((((((int)blockIdx.x) * 32768) + (((int)threadIdx.y) * 8192)) + (((int)blockIdx.y) * 2048)) + (((int)threadIdx.x) * 8)) + k_1)]) * ((float)x_ptr[(((((int)blockIdx.y) * 2048) + (((int)threadIdx.x) * 8)) + k_1)])));
  }
  __shared__ alignas(64) float red_buf_staging_ptr[32];
  alignas(64) float t0_ptr[1];
  alignas(64) uint mask_ptr[1];
  alignas(64) float red_buf0_ptr[1];
  alignas(64) float t0_ptr_1[1];
  alignas(64) uint mask_ptr_1[1];
  alignas(64) float red_buf0_ptr_1[1];
  red_buf0_ptr[0] = y_sum_rf_rf_local_ptr[0];
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
  if ((((int)threadIdx.x) % 32) == 0) {
    red_buf_staging_ptr[((((int)threadIdx.y) * 8) + (((int)threadIdx.x) >> 5))] = red_buf0_ptr[0];
  }
  __syncthreads();
  if (((int)threadIdx.x) < 8) {
    red_buf0_ptr_1[0] = red_buf_staging_ptr[((((int)threadIdx.y) * 8) + ((int)threadIdx.x))];
  }
  mask_ptr_1[0] = __activemask();
  t0_ptr_1[0] = __shfl_down_sync(mask_ptr_1[0], red_buf0_ptr_1[0], 4, 32);
  red_buf0_ptr_1[0] = (red_buf0_ptr_1[0] + t0_ptr_1[0]);
  t0_ptr_1[0] = __shfl_down_sync(mask_ptr_1[0], red_buf0_ptr_1[0], 2, 32);
  red_buf0_ptr_1[0] = (red_buf0_ptr_1[0] + t0_ptr_1[0]);
  t0_ptr_1[0] = __shfl_down_sync(mask_ptr_1[0], red_buf0_ptr_1[0], 1, 32);
  red_buf0_ptr_1[0] = (red_buf0_ptr_1[0] + t0_ptr_1[0]);
  if (((int)threadIdx.x) == 0) {
    ((volatile float*)red_result_ptr)[((int)threadIdx.y)] = red_buf0_ptr_1[0];
  }
  __syncthreads();
  if (((int)threadIdx.x) == 0) {
    y_sum_rf_ptr[(((((int)blockIdx.y) * 8192) + (((int)blockIdx.x) * 4)) + ((int)threadIdx.y))] = ((volatile float*)red_result_ptr)[((int)threadIdx.y)];
  }
}

extern "C" __global__ void __launch_bounds__(128) main_kernel_1(half* __restrict__ y_ptr, float* __restrict__ y_sum_rf_ptr) {
  alignas(64) float y_sum_local_ptr[1];
  y_sum_local_ptr[0] = 0x0p+0f/*0.000000e+00*/;
  int cse_v3 = (((int)blockIdx.x) * 128);
  for (int k_0_1 = 0; k_0_1 < 4; ++k_0_1) {
    y_sum_local_ptr[0] = (y_sum_local_ptr[0] + y_sum_rf_ptr[(((k_0_1 * 8192) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x))]);
  }
  y_ptr[((((int)blockIdx.x) * 128) + ((int)threadIdx.x))] = ((half)y_sum_local_ptr[0]);
}
