// gemv/fast_gemv:int8_mma:unroll
// y[n] = scale sum_k (W[n,k] - zero) x[k], N,K = 8192,8192, int8 and float16 -> float32 -> float16
// why: 2 steps of K unrolled: all their loads are in flight together
// target: cuda sm_90
// launch main_kernel: grid 1024 x 1 x 1, block 64 x 2 x 1, shared 24 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(128) main_kernel(signed char* __restrict__ W_ptr, half* __restrict__ scale_ptr, half* __restrict__ x_ptr, half* __restrict__ y_ptr, int* __restrict__ zero_ptr) {
  alignas(64) float y_sum_rf_local_ptr[4];
  alignas(64) float y_sum_local_ptr[4];
  __shared__ alignas(64) float red_result_ptr[2];
  for (int i_2_init = 0; i_2_init < 4; ++i_2_init) {
    y_sum_rf_local_ptr[i_2_init] = 0x0p+0f/*0.000000e+00*/;
  }
  for (int k_0_0_0 = 0; k_0_0_0 < 4; ++k_0_0_0) {
    #pragma unroll
    for (int k_0_0_1 = 0; k_0_0_1 < 2; ++k_0_0_1) {
      #pragma unroll
      for (int i_2 = 0; i_2 < 4; ++i_2) {
        #pragma unroll
        for (int k_1 = 0; k_1 < 16; ++k_1) {
          int cse_v1 = (k_0_0_0 * 2048);
          int cse_v2 = (k_0_0_1 * 1024);
          int cse_v3 = (((int)threadIdx.x) * 16);
              float v_ = (float)(((zero_ptr[0] & 1) << 8) + 8388736);
            uint v__1 = ((uint)((uchar)W_ptr[(((((((((int)blockIdx.x) * 65536) + (((int)threadIdx.y) * 32768)) + (i_2 * 8192)) + (k_0_0_0 * 2048)) + (k_0_0_1 * 1024)) + (((int)threadIdx.x) * 16)) + k_1)])) ^ (*(uint *)(&(v_)));
          y_sum_rf_local_ptr[i_2] = (y_sum_rf_local_ptr[i_2] + (((*(float *)(&(v__1))) - ((float)((((zero_ptr[0] & 1) << 8) + zero_ptr[0]) + 8388736))) * ((float)x_ptr[((((k_0_0_0 * 2048) + (k_0_0_1 * 1024)) + (((int)threadIdx.x) * 16)) + k_1)])));
        }
      }
    }
  }
  for (int ax1 = 0; ax1 < 4; ++ax1) {
    __shared__ alignas(64) float red_buf_staging_ptr[4];
    alignas(64) float t0_ptr[1];
    alignas(64) uint mask_ptr[1];
    alignas(64) float red_buf0_ptr[1];
    alignas(64) float t0_ptr_1[1];
    alignas(64) uint mask_ptr_1[1];
    alignas(64) float red_buf0_ptr_1[1];
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
    if ((((int)threadIdx.x) % 32) == 0) {
      red_buf_staging_ptr[((((int)threadIdx.y) * 2) + (((int)threadIdx.x) >> 5))] = red_buf0_ptr[0];
    }
    __syncthreads();
    if (((int)threadIdx.x) < 2) {
      red_buf0_ptr_1[0] = red_buf_staging_ptr[((((int)threadIdx.y) * 2) + ((int)threadIdx.x))];
    }
    mask_ptr_1[0] = __activemask();
    t0_ptr_1[0] = __shfl_down_sync(mask_ptr_1[0], red_buf0_ptr_1[0], 1, 32);
    red_buf0_ptr_1[0] = (red_buf0_ptr_1[0] + t0_ptr_1[0]);
    if (((int)threadIdx.x) == 0) {
      ((volatile float*)red_result_ptr)[((int)threadIdx.y)] = red_buf0_ptr_1[0];
    }
    __syncthreads();
    y_sum_local_ptr[ax1] = ((volatile float*)red_result_ptr)[((int)threadIdx.y)];
  }
  for (int ax0 = 0; ax0 < 4; ++ax0) {
    if (((int)threadIdx.x) == 0) {
      y_ptr[(((((int)blockIdx.x) * 8) + (((int)threadIdx.y) * 4)) + ax0)] = ((half)(y_sum_local_ptr[ax0] * ((float)scale_ptr[0])));
    }
  }
}
