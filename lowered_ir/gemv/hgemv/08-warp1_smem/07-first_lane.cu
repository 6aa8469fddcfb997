// gemv/hgemv:warp1_smem:first_lane
// y[n] = sum_k W[n,k] x[k], N,K = 4096,128, float16 -> float32 -> float16
// why: only lane 0 writes the result: no shuffle or second barrier to send it to the others
// target: cuda sm_90
// launch main_kernel: grid 1024 x 1 x 1, block 32 x 4 x 1, shared 256 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(128) main_kernel(half* __restrict__ W_ptr, half* __restrict__ x_ptr, half* __restrict__ y_ptr) {
  alignas(64) float y_sum_rf_local_ptr[1];
  __shared__ alignas(64) half x_shared_ptr[128];
  alignas(64) half x_shared_local_ptr[4];
  alignas(64) half W_local_ptr[4];
  alignas(64) float red_buf0_ptr[1];
  y_sum_rf_local_ptr[0] = 0x0p+0f/*0.000000e+00*/;
  if (((((int)threadIdx.y) * 2) + (((int)threadIdx.x) >> 4)) < 1) {
    int cse_v2 = ((((int)threadIdx.y) * 256) + (((int)threadIdx.x) * 8));
    *(uint4*)(x_shared_ptr + ((((int)threadIdx.y) * 256) + (((int)threadIdx.x) * 8))) = *(uint4*)(x_ptr + ((((int)threadIdx.y) * 256) + (((int)threadIdx.x) * 8)));
  }
  __syncthreads();
  #pragma unroll
  for (int k_0_0_1_1 = 0; k_0_0_1_1 < 1; ++k_0_0_1_1) {
    int cse_v1 = (((int)threadIdx.x) * 4);
    *(half4*)(x_shared_local_ptr + 0) = *(half4*)(x_shared_ptr + (((int)threadIdx.x) * 4));
    *(half4*)(W_local_ptr + 0) = *(half4*)(W_ptr + (((((int)blockIdx.x) * 512) + (((int)threadIdx.y) * 128)) + (((int)threadIdx.x) * 4)));
    #pragma unroll
    for (int k_1 = 0; k_1 < 4; ++k_1) {
      y_sum_rf_local_ptr[0] = (y_sum_rf_local_ptr[0] + (((float)W_local_ptr[k_1]) * ((float)x_shared_local_ptr[k_1])));
    }
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
    y_ptr[((((int)blockIdx.x) * 4) + ((int)threadIdx.y))] = ((half)red_buf0_ptr[0]);
  }
}
