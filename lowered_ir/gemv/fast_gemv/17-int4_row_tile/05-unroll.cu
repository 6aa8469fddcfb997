// gemv/fast_gemv:int4_row_tile:unroll
// y[n] = scale sum_k (W[n,k] - zero) x[k], N,K = 8192,8192, int4 and float16 -> float32 -> float16
// why: one step of K unrolled: all their loads are in flight together
// target: cuda sm_90
// launch main_kernel: grid 512 x 1 x 1, block 32 x 4 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(128) main_kernel(int* __restrict__ W_ptr, half* __restrict__ scale_ptr, half* __restrict__ x_ptr, half* __restrict__ y_ptr, int* __restrict__ zero_ptr) {
  alignas(64) float y_sum_rf_local_ptr[4];
  alignas(64) half x_local_ptr[32];
  alignas(64) int W_local_ptr[4];
  alignas(64) float y_sum_local_ptr[4];
  alignas(64) float red_buf0_ptr[1];
  for (int i_2_init = 0; i_2_init < 4; ++i_2_init) {
    y_sum_rf_local_ptr[i_2_init] = 0x0p+0f/*0.000000e+00*/;
  }
  for (int k_0_0_0 = 0; k_0_0_0 < 8; ++k_0_0_0) {
    #pragma unroll
    for (int k_0_0_1 = 0; k_0_0_1 < 1; ++k_0_0_1) {
      #pragma unroll
      for (int ax0_0 = 0; ax0_0 < 4; ++ax0_0) {
        int cse_v1 = (ax0_0 * 8);
        *(uint4*)(x_local_ptr + (ax0_0 * 8)) = *(uint4*)(x_ptr + (((k_0_0_0 * 1024) + (((int)threadIdx.x) * 32)) + (ax0_0 * 8)));
      }
      #pragma unroll
      for (int i_2 = 0; i_2 < 4; ++i_2) {
        *(int4*)(W_local_ptr + 0) = *(int4*)(W_ptr + (((((((int)blockIdx.x) * 16384) + (((int)threadIdx.y) * 4096)) + (i_2 * 1024)) + (k_0_0_0 * 128)) + (((int)threadIdx.x) * 4)));
        #pragma unroll
        for (int k_1 = 0; k_1 < 32; ++k_1) {
          int cse_v2 = (k_1 & 7);
          int cse_v3 = (((k_1 & 7) * 4) - (((5 <= (k_1 & 7)) ? 3 : 0) * 4));
          int cse_v4 = (8388608 >> (((k_1 & 7) * 4) - (((5 <= (k_1 & 7)) ? 3 : 0) * 4)));
              float v_ = (float)((8388608 >> (((k_1 & 7) * 4) - (((5 <= (k_1 & 7)) ? 3 : 0) * 4))) + ((zero_ptr[0] & 7) << 4));
            uint v__1 = ((((uint)W_local_ptr[(k_1 >> 3)]) >> ((uint)((5 <= (k_1 & 7)) ? 12 : 0))) & ((uint)(15 << (((k_1 & 7) * 4) - (((5 <= (k_1 & 7)) ? 3 : 0) * 4))))) ^ (*(uint *)(&(v_)));
          y_sum_rf_local_ptr[i_2] = (y_sum_rf_local_ptr[i_2] + (((*(float *)(&(v__1))) - ((float)(((8388608 >> (((k_1 & 7) * 4) - (((5 <= (k_1 & 7)) ? 3 : 0) * 4))) + ((zero_ptr[0] & 7) << 4)) + zero_ptr[0]))) * ((float)x_local_ptr[k_1])));
        }
      }
    }
  }
  for (int ax1 = 0; ax1 < 4; ++ax1) {
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
  for (int ax0 = 0; ax0 < 4; ++ax0) {
    if (((int)threadIdx.x) == 0) {
      y_ptr[(((((int)blockIdx.x) * 16) + (((int)threadIdx.y) * 4)) + ax0)] = ((half)(y_sum_local_ptr[ax0] * ((float)scale_ptr[0])));
    }
  }
}
