// gemv/hgemv:warp4_smem:vectorize
// y[n] = sum_k W[n,k] x[k], N,K = 4096,128, float16 -> float32 -> float16
// why: 8 contiguous elements per thread, in loads of up to 16 bytes
// target: cuda sm_90
// launch main_kernel: grid 256 x 1 x 1, block 8 x 16 x 1, shared 256 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(128) main_kernel(half* __restrict__ W_ptr, half* __restrict__ x_ptr, half* __restrict__ y_ptr) {
  alignas(64) float y_sum_rf_local_ptr[1];
  __shared__ alignas(64) uint4 x_shared_ptr[16];
  alignas(64) half x_shared_local_ptr[8];
  alignas(64) half W_local_ptr[8];
  alignas(64) float red_buf0_ptr[1];
  y_sum_rf_local_ptr[0] = 0x0p+0f/*0.000000e+00*/;
  int cse_v1 = (((int)threadIdx.x) * 8);
  if (((int)threadIdx.y) < 2) {
    x_shared_ptr[((((int)threadIdx.y) * 8) + ((int)threadIdx.x))] = *(uint4*)(x_ptr + ((((int)threadIdx.y) * 64) + (((int)threadIdx.x) * 8)));
  }
  __syncthreads();
  for (int k_0_0_1 = 0; k_0_0_1 < 2; ++k_0_0_1) {
    *(uint4*)(x_shared_local_ptr + 0) = x_shared_ptr[((k_0_0_1 * 8) + ((int)threadIdx.x))];
    *(uint4*)(W_local_ptr + 0) = *(uint4*)(W_ptr + ((((((int)blockIdx.x) * 2048) + (((int)threadIdx.y) * 128)) + (k_0_0_1 * 64)) + (((int)threadIdx.x) * 8)));
    for (int k_1 = 0; k_1 < 8; ++k_1) {
      y_sum_rf_local_ptr[0] = (y_sum_rf_local_ptr[0] + (((float)W_local_ptr[k_1]) * ((float)x_shared_local_ptr[k_1])));
    }
  }
  alignas(64) float t0_ptr[1];
  alignas(64) uint mask_ptr[1];
  red_buf0_ptr[0] = y_sum_rf_local_ptr[0];
  mask_ptr[0] = __activemask();
  t0_ptr[0] = __shfl_down_sync(mask_ptr[0], red_buf0_ptr[0], 4, 32);
  red_buf0_ptr[0] = (red_buf0_ptr[0] + t0_ptr[0]);
  t0_ptr[0] = __shfl_down_sync(mask_ptr[0], red_buf0_ptr[0], 2, 32);
  red_buf0_ptr[0] = (red_buf0_ptr[0] + t0_ptr[0]);
  t0_ptr[0] = __shfl_down_sync(mask_ptr[0], red_buf0_ptr[0], 1, 32);
  red_buf0_ptr[0] = (red_buf0_ptr[0] + t0_ptr[0]);
  red_buf0_ptr[0] = __shfl_sync(mask_ptr[0], red_buf0_ptr[0], (((int)threadIdx.y) * 8), 32);
  if (((int)threadIdx.x) == 0) {
    y_ptr[((((int)blockIdx.x) * 16) + ((int)threadIdx.y))] = ((half)red_buf0_ptr[0]);
  }
}
