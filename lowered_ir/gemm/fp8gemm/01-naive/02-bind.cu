// gemm/fp8gemm:naive:bind
// C[i,j] = scale_a[i] scale_b[j] sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float8_e4m3fn -> float32 ->
//     bfloat16
// why: the accumulator in a float32 register, rounded to bfloat16 once, by the same thread
// target: cuda sm_90
// launch main_kernel: grid 128 x 512 x 1, block 32 x 8 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(__nv_fp8_e4m3* __restrict__ A_ptr, __nv_fp8_e4m3* __restrict__ B_ptr, nv_bfloat16* __restrict__ C_ptr, float* __restrict__ scale_a_ptr, float* __restrict__ scale_b_ptr) {
  alignas(64) float C_sum_local_ptr[1];
  int cse_v2 = ((((int)blockIdx.y) * 32768) + (((int)threadIdx.y) * 4096));
  for (int k = 0; k < 4096; ++k) {
    if (k == 0) {
      C_sum_local_ptr[0] = 0x0p+0f/*0.000000e+00*/;
    }
    C_sum_local_ptr[0] = (C_sum_local_ptr[0] + (((float)A_ptr[(((((int)blockIdx.y) * 32768) + (((int)threadIdx.y) * 4096)) + k)]) * ((float)B_ptr[(((((int)blockIdx.x) * 131072) + (((int)threadIdx.x) * 4096)) + k)])));
  }
  int cse_v1 = (((int)blockIdx.x) * 32);
  C_ptr[((((((int)blockIdx.y) * 32768) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 32)) + ((int)threadIdx.x))] = ((nv_bfloat16)((C_sum_local_ptr[0] * scale_a_ptr[((((int)blockIdx.y) * 8) + ((int)threadIdx.y))]) * scale_b_ptr[((((int)blockIdx.x) * 32) + ((int)threadIdx.x))]));
}
