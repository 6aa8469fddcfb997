// gemv/fast_gemv:int4:vectorize
// y[n] = scale sum_k (W[n,k] - zero) x[k], N,K = 8192,8192, int4 and float16 -> float32 -> float16
// why: 16 contiguous elements per thread, in loads of up to 16 bytes
// target: cuda sm_90
// launch main_kernel: grid 2048 x 1 x 1, block 256 x 4 x 1, shared 144 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(1024) main_kernel(int* __restrict__ W_ptr, half* __restrict__ scale_ptr, half* __restrict__ x_ptr, half* __restrict__ y_ptr, int* __restrict__ zero_ptr) {
  alignas(64) float y_sum_rf_local_ptr[1];
  alignas(64) half x_local_ptr[16];
  alignas(64) int W_local_ptr[2];
  __shared__ alignas(64) float red_result_ptr[4];
  y_sum_rf_local_ptr[0] = 0x0p+0f/*0.000000e+00*/;
  for (int k_0_0 = 0; k_0_0 < 2; ++k_0_0) {
    for (int ax0_0 = 0; ax0_0 < 2; ++ax0_0) {
      int cse_v1 = (ax0_0 * 8);
      *(uint4*)(x_local_ptr + (ax0_0 * 8)) = *(uint4*)(x_ptr + (((k_0_0 * 4096) + (((int)threadIdx.x) * 16)) + (ax0_0 * 8)));
    }
    *(int2*)(W_local_ptr + 0) = *(int2*)(W_ptr + ((((((int)blockIdx.x) * 4096) + (((int)threadIdx.y) * 1024)) + (k_0_0 * 512)) + (((int)threadIdx.x) * 2)));
    for (int k_1 = 0; k_1 < 16; ++k_1) {
      int cse_v2 = (k_1 & 7);
      int cse_v3 = (((k_1 & 7) * 4) - (((5 <= (k_1 & 7)) ? 3 : 0) * 4));
      int cse_v4 = (8388608 >> (((k_1 & 7) * 4) - (((5 <= (k_1 & 7)) ? 3 : 0) * 4)));
          float v_ = (float)((8388608 >> (((k_1 & 7) * 4) - (((5 <= (k_1 & 7)) ? 3 : 0) * 4))) + ((zero_ptr[0] & 7) << 4));
        uint v__1 = ((((uint)W_local_ptr[(k_1 >> 3)]) >> ((uint)((5 <= (k_1 & 7)) ? 12 : 0))) & ((uint)(15 << (((k_1 & 7) * 4) - (((5 <= (k_1 & 7)) ? 3 : 0) * 4))))) ^ (*(uint *)(&(v_)));
      y_sum_rf_local_ptr[0] = (y_sum_rf_local_ptr[0] + (((*(float *)(&(v__1))) - ((float)(((8388608 >> (((k_1 & 7) * 4) - (((5 <= (k_1 & 7)) ? 3 : 0) * 4))) + ((zero_ptr[0] & 7) << 4)) + zero_ptr[0]))) * ((float)x_local_ptr[k_1])));
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
    ((volatile float*)red_result_ptr)[((int)threadIdx.y)] = red_buf0_ptr_1[0];
  }
  __syncthreads();
  if (((int)threadIdx.x) == 0) {
    y_ptr[((((int)blockIdx.x) * 4) + ((int)threadIdx.y))] = ((half)(((volatile float*)red_result_ptr)[((int)threadIdx.y)] * ((float)scale_ptr[0])));
  }
}
