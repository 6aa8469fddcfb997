// gemv/fast_gemv:block_reduce:first_lane
// y[n] = sum_k W[n,k] x[k], N,K = 8192,8192, float16 -> float32 -> float16
// why: only lane 0 writes the result: no shuffle or second barrier to send it to the others
// target: cuda sm_90
// launch main_kernel: grid 2048 x 1 x 1, block 256 x 4 x 1, shared 128 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(1024) main_kernel(half* __restrict__ W_ptr, half* __restrict__ x_ptr, half* __restrict__ y_ptr) {
  alignas(64) float y_sum_rf_local_ptr[1];
  alignas(64) half x_local_ptr[8];
  alignas(64) half W_local_ptr[8];
  alignas(64) float red_result_ptr[1];
  y_sum_rf_local_ptr[0] = 0x0p+0f/*0.000000e+00*/;
  #pragma unroll
  for (int k_0_0_1 = 0; k_0_0_1 < 4; ++k_0_0_1) {
    int cse_v1 = (k_0_0_1 * 2048);
    int cse_v2 = (((int)threadIdx.x) * 8);
    *(uint4*)(x_local_ptr + 0) = *(uint4*)(x_ptr + ((k_0_0_1 * 2048) + (((int)threadIdx.x) * 8)));
    *(uint4*)(W_local_ptr + 0) = *(uint4*)(W_ptr + ((((((int)blockIdx.x) * 32768) + (((int)threadIdx.y) * 8192)) + (k_0_0_1 * 2048)) + (((int)threadIdx.x) * 8)));
    #pragma unroll
    for (int k_1 = 0; k_1 < 8; ++k_1) {
      y_sum_rf_local_ptr[0] = (y_sum_rf_local_ptr[0] + (((float)W_local_ptr[k_1]) * ((float)x_local_ptr[k_1])));
    }
  }
  __shared__ alignas(64) float red_buf_staging_ptr[32];
  alignas(64) float t0_ptr[1];
  alignas(64) uint mask_ptr[1];
  alignas(64) float red_buf0_ptr[1];
  alignas(64) float t0_ptr_1[1];
  alignas(64) uint mask_ptr_1[1];
  alignas(64) float red_buf0_ptr_1[1];
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
    red_result_ptr[0] = red_buf0_ptr_1[0];
  }
  if (((int)threadIdx.x) == 0) {
    y_ptr[((((int)blockIdx.x) * 4) + ((int)threadIdx.y))] = ((half)red_result_ptr[0]);
  }
}
