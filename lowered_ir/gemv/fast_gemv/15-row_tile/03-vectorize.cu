// gemv/fast_gemv:row_tile:vectorize
// y[n] = sum_k W[n,k] x[k], N,K = 8192,8192, float16 -> float32 -> float16
// why: 8 contiguous elements per thread, in loads of up to 16 bytes
// target: cuda sm_90
// launch main_kernel: grid 1024 x 1 x 1, block 32 x 4 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(128) main_kernel(half* __restrict__ W_ptr, half* __restrict__ x_ptr, half* __restrict__ y_ptr) {
  alignas(64) float y_sum_rf_local_ptr[2];
  alignas(64) half x_local_ptr[8];
  alignas(64) half W_local_ptr[8];
  alignas(64) float y_sum_local_ptr[2];
  alignas(64) float red_buf0_ptr[1];
  for (int i_2_init = 0; i_2_init < 2; ++i_2_init) {
    y_sum_rf_local_ptr[i_2_init] = 0x0p+0f/*0.000000e+00*/;
  }
  for (int k_0_0 = 0; k_0_0 < 32; ++k_0_0) {
    int cse_v1 = (k_0_0 * 256);
    int cse_v2 = (((int)threadIdx.x) * 8);
    *(uint4*)(x_local_ptr + 0) = *(uint4*)(x_ptr + ((k_0_0 * 256) + (((int)threadIdx.x) * 8)));
    for (int i_2 = 0; i_2 < 2; ++i_2) {
      *(uint4*)(W_local_ptr + 0) = *(uint4*)(W_ptr + (((((((int)blockIdx.x) * 65536) + (((int)threadIdx.y) * 16384)) + (i_2 * 8192)) + (k_0_0 * 256)) + (((int)threadIdx.x) * 8)));
      for (int k_1 = 0; k_1 < 8; ++k_1) {
        y_sum_rf_local_ptr[i_2] = (y_sum_rf_local_ptr[i_2] + (((float)W_local_ptr[k_1]) * ((float)x_local_ptr[k_1])));
      }
    }
  }
  for (int ax1 = 0; ax1 < 2; ++ax1) {
    alignas(64) float t0_ptr[1];
    alignas(64) uint mask_ptr[1];
    red_buf0_ptr[0] = y_sum_rf_local_ptr[ax1];
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
    red_buf0_ptr[0] = __shfl_sync(mask_ptr[0], red_buf0_ptr[0], (((int)threadIdx.y) * 32), 32);
    y_sum_local_ptr[ax1] = red_buf0_ptr[0];
  }
  for (int ax0 = 0; ax0 < 2; ++ax0) {
    if (((int)threadIdx.x) == 0) {
      y_ptr[(((((int)blockIdx.x) * 8) + (((int)threadIdx.y) * 2)) + ax0)] = ((half)y_sum_local_ptr[ax0]);
    }
  }
}
