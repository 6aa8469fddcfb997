// gemv/fast_gemv:p_threads:bind_threads
// y[n] = sum_k W[n,k] x[k], N,K = 8192,8192, float16 -> float32 -> float16
// why: 32 threads per row: each stores its partial sum to shared memory, where one thread adds them
// target: cuda sm_90
// launch main_kernel: grid 8192 x 1 x 1, block 32 x 1 x 1, shared 128 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(32) main_kernel(half* __restrict__ W_ptr, half* __restrict__ x_ptr, half* __restrict__ y_ptr) {
  alignas(64) float y_sum_rf_local_local_ptr[1];
  __shared__ alignas(64) float y_sum_rf_local_shared_ptr[32];
  alignas(64) float y_sum_local_ptr[1];
  y_sum_rf_local_local_ptr[0] = 0x0p+0f/*0.000000e+00*/;
  for (int k_0_0 = 0; k_0_0 < 256; ++k_0_0) {
    int cse_v1 = (k_0_0 * 32);
    y_sum_rf_local_local_ptr[0] = (y_sum_rf_local_local_ptr[0] + (((float)W_ptr[(((((int)blockIdx.x) * 8192) + (k_0_0 * 32)) + ((int)threadIdx.x))]) * ((float)x_ptr[((k_0_0 * 32) + ((int)threadIdx.x))])));
  }
  y_sum_rf_local_shared_ptr[((int)threadIdx.x)] = y_sum_rf_local_local_ptr[0];
  __syncthreads();
  for (int ax0 = 0; ax0 < 32; ++ax0) {
    if (ax0 == 0) {
      y_sum_local_ptr[0] = 0x0p+0f/*0.000000e+00*/;
    }
    y_sum_local_ptr[0] = (y_sum_local_ptr[0] + y_sum_rf_local_shared_ptr[ax0]);
  }
  y_ptr[((int)blockIdx.x)] = ((half)y_sum_local_ptr[0]);
}
