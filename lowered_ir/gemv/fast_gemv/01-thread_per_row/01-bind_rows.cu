// gemv/fast_gemv:thread_per_row:bind_rows
// y[n] = sum_k W[n,k] x[k], N,K = 8192,8192, float16 -> float32 -> float16
// why: a thread per row; rows are independent
// target: cuda sm_90
// launch main_kernel: grid 64 x 1 x 1, block 128 x 1 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(128) main_kernel(half* __restrict__ W_ptr, half* __restrict__ x_ptr, half* __restrict__ y_ptr) {
  alignas(64) float y_sum_local_ptr[1];
  for (int k_0 = 0; k_0 < 8192; ++k_0) {
    if (k_0 == 0) {
      y_sum_local_ptr[0] = 0x0p+0f/*0.000000e+00*/;
    }
    y_sum_local_ptr[0] = (y_sum_local_ptr[0] + (((float)W_ptr[(((((int)blockIdx.x) * 1048576) + (((int)threadIdx.x) * 8192)) + k_0)]) * ((float)x_ptr[k_0])));
  }
  y_ptr[((((int)blockIdx.x) * 128) + ((int)threadIdx.x))] = ((half)y_sum_local_ptr[0]);
}
