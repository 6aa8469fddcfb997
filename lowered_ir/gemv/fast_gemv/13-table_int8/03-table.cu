// gemv/fast_gemv:table_int8:table
// y[n] = scale sum_k table[W[n,k],k], N,K = 8192,8192, int8 and float16 -> float32 -> float16
// why: a table of x times each of the 256 codes, for a step of K; so far every thread computes all of it
// target: cuda sm_90
// launch main_kernel: grid 128 x 1 x 1, block 32 x 8 x 1, shared 32768 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(signed char* __restrict__ W_ptr, half* __restrict__ scale_ptr, half* __restrict__ x_ptr, half* __restrict__ y_ptr, int* __restrict__ zero_ptr) {
  alignas(64) float y_sum_rf_local_ptr[8];
  __shared__ alignas(64) float table_shared_ptr[8192];
  alignas(64) float y_sum_local_ptr[8];
  alignas(64) float red_buf0_ptr[1];
  for (int i_2_init = 0; i_2_init < 8; ++i_2_init) {
    y_sum_rf_local_ptr[i_2_init] = 0x0p+0f/*0.000000e+00*/;
  }
  for (int k_0_0 = 0; k_0_0 < 256; ++k_0_0) {
    int cse_v1 = (k_0_0 * 32);
    __syncthreads();
    for (int ax0 = 0; ax0 < 256; ++ax0) {
      for (int ax1 = 0; ax1 < 32; ++ax1) {
        table_shared_ptr[((ax0 * 32) + ax1)] = (((float)((ax0 - zero_ptr[0]) - 128)) * ((float)x_ptr[((k_0_0 * 32) + ax1)]));
      }
    }
    __syncthreads();
    for (int i_2 = 0; i_2 < 8; ++i_2) {
      y_sum_rf_local_ptr[i_2] = (y_sum_rf_local_ptr[i_2] + table_shared_ptr[(((((int)W_ptr[(((((((int)blockIdx.x) * 524288) + (((int)threadIdx.y) * 65536)) + (i_2 * 8192)) + (k_0_0 * 32)) + ((int)threadIdx.x))]) * 32) + ((int)threadIdx.x)) + 4096)]);
    }
  }
  for (int ax1_1 = 0; ax1_1 < 8; ++ax1_1) {
    alignas(64) float t0_ptr[1];
    alignas(64) uint mask_ptr[1];
    red_buf0_ptr[0] = y_sum_rf_local_ptr[ax1_1];
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
    y_sum_local_ptr[ax1_1] = red_buf0_ptr[0];
  }
  for (int ax0_1 = 0; ax0_1 < 8; ++ax0_1) {
    if (((int)threadIdx.x) == 0) {
      y_ptr[(((((int)blockIdx.x) * 64) + (((int)threadIdx.y) * 8)) + ax0_1)] = ((half)(y_sum_local_ptr[ax0_1] * ((float)scale_ptr[0])));
    }
  }
}
