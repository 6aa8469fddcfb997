// gemm/sgemm_cuda:shared_tile:split_k
// C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
// why: two tiles of 32 x 32 are 8 KB, whatever K is
// target: cuda sm_90
// launch main_kernel: grid 32 x 32 x 1, block 32 x 32 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(1024) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  alignas(64) float C_local_ptr[1];
  int cse_v2 = (((int)blockIdx.x) * 32);
  int cse_v3 = ((((int)blockIdx.y) * 32768) + (((int)threadIdx.y) * 1024));
  for (int k_0 = 0; k_0 < 32; ++k_0) {
    for (int k_1 = 0; k_1 < 32; ++k_1) {
      int cse_v1 = (k_0 * 32);
      if (((k_0 * 32) + k_1) == 0) {
        C_local_ptr[0] = 0x0p+0f/*0.000000e+00*/;
      }
      C_local_ptr[0] = (C_local_ptr[0] + (A_ptr[((((((int)blockIdx.y) * 32768) + (((int)threadIdx.y) * 1024)) + (k_0 * 32)) + k_1)] * B_ptr[((((k_0 * 32768) + (k_1 * 1024)) + (((int)blockIdx.x) * 32)) + ((int)threadIdx.x))]));
    }
  }
  C_ptr[((((((int)blockIdx.y) * 32768) + (((int)threadIdx.y) * 1024)) + (((int)blockIdx.x) * 32)) + ((int)threadIdx.x))] = C_local_ptr[0];
}
