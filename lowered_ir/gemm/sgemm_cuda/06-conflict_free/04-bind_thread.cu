// gemm/sgemm_cuda:conflict_free:bind_thread
// C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
// why: j along x: a warp's lanes are adjacent in B and C, and share A
// target: cuda sm_90
// launch main_kernel: grid 8 x 8 x 1, block 16 x 16 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  for (int j_1_0 = 0; j_1_0 < 8; ++j_1_0) {
    for (int k = 0; k < 1024; ++k) {
      for (int i_1_2 = 0; i_1_2 < 8; ++i_1_2) {
        int cse_v1 = (((int)blockIdx.x) * 128);
        int cse_v2 = (j_1_0 * 16);
        int cse_v3 = (((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024));
        int cse_v4 = ((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + (j_1_0 * 16)) + ((int)threadIdx.x));
        if (k == 0) {
          C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + (j_1_0 * 16)) + ((int)threadIdx.x))] = 0x0p+0f/*0.000000e+00*/;
        }
        C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + (j_1_0 * 16)) + ((int)threadIdx.x))] = (C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + (j_1_0 * 16)) + ((int)threadIdx.x))] + (A_ptr[((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + k)] * B_ptr[((((k * 1024) + (((int)blockIdx.x) * 128)) + (j_1_0 * 16)) + ((int)threadIdx.x))]));
      }
    }
  }
}
