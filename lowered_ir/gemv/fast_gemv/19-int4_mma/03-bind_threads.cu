// gemv/fast_gemv:int4_mma:bind_threads
// y[n] = scale sum_k (W[n,k] - zero) x[k], N,K = 8192,8192, int4 and float16 -> float32 -> float16
// why: 64 threads per row: one accumulator per lane, reduced by shuffles within each warp, then across warps
//     through shared memory
// target: cuda sm_90
// launch main_kernel: grid 256 x 1 x 1, block 64 x 8 x 1, shared 96 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(512) main_kernel(int* __restrict__ W_ptr, half* __restrict__ scale_ptr, half* __restrict__ x_ptr, half* __restrict__ y_ptr, int* __restrict__ zero_ptr) {
  alignas(64) float y_sum_rf_local_ptr[4];
  alignas(64) float y_sum_local_ptr[4];
  __shared__ alignas(64) float red_result_ptr[8];
  for (int i_2_init = 0; i_2_init < 4; ++i_2_init) {
    y_sum_rf_local_ptr[i_2_init] = 0x0p+0f/*0.000000e+00*/;
  }
  for (int k_0_0 = 0; k_0_0 < 8; ++k_0_0) {
    for (int i_2 = 0; i_2 < 4; ++i_2) {
      for (int k_1 = 0; k_1 < 16; ++k_1) {
        int cse_v1 = (k_1 & 7);
        int cse_v2 = (((k_1 & 7) * 4) - (((5 <= (k_1 & 7)) ? 3 : 0) * 4));
        int cse_v3 = (8388608 >> (((k_1 & 7) * 4) - (((5 <= (k_1 & 7)) ? 3 : 0) * 4)));
            float v_ = (float)((8388608 >> (((k_1 & 7) * 4) - (((5 <= (k_1 & 7)) ? 3 : 0) * 4))) + ((zero_ptr[0] & 7) << 4));
          uint v__1 = ((((uint)W_ptr[((((((((int)blockIdx.x) * 32768) + (((int)threadIdx.y) * 4096)) + (i_2 * 1024)) + (k_0_0 * 128)) + (((int)threadIdx.x) * 2)) + (k_1 >> 3))]) >> ((uint)((5 <= (k_1 & 7)) ? 12 : 0))) & ((uint)(15 << (((k_1 & 7) * 4) - (((5 <= (k_1 & 7)) ? 3 : 0) * 4))))) ^ (*(uint *)(&(v_)));
        y_sum_rf_local_ptr[i_2] = (y_sum_rf_local_ptr[i_2] + (((*(float *)(&(v__1))) - ((float)(((8388608 >> (((k_1 & 7) * 4) - (((5 <= (k_1 & 7)) ? 3 : 0) * 4))) + ((zero_ptr[0] & 7) << 4)) + zero_ptr[0]))) * ((float)x_ptr[(((k_0_0 * 1024) + (((int)threadIdx.x) * 16)) + k_1)])));
      }
    }
  }
  for (int ax1 = 0; ax1 < 4; ++ax1) {
    __shared__ alignas(64) float red_buf_staging_ptr[16];
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
      y_ptr[(((((int)blockIdx.x) * 32) + (((int)threadIdx.y) * 4)) + ax0)] = ((half)(y_sum_local_ptr[ax0] * ((float)scale_ptr[0])));
    }
  }
}
