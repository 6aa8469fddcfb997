// gemm/sgemm_cuda:naive:bind_block
// C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
// why: blocks are independent
// target: cuda sm_90
// launch main_kernel: grid 32 x 32 x 1, block 1 x 1 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  for (int i_1 = 0; i_1 < 32; ++i_1) {
    for (int j_1 = 0; j_1 < 32; ++j_1) {
      for (int k = 0; k < 1024; ++k) {
        int cse_v1 = (((int)blockIdx.x) * 32);
        int cse_v2 = ((((int)blockIdx.y) * 32768) + (i_1 * 1024));
        int cse_v3 = ((((((int)blockIdx.y) * 32768) + (i_1 * 1024)) + (((int)blockIdx.x) * 32)) + j_1);
        if (k == 0) {
          C_ptr[((((((int)blockIdx.y) * 32768) + (i_1 * 1024)) + (((int)blockIdx.x) * 32)) + j_1)] = 0x0p+0f/*0.000000e+00*/;
        }
        C_ptr[((((((int)blockIdx.y) * 32768) + (i_1 * 1024)) + (((int)blockIdx.x) * 32)) + j_1)] = (C_ptr[((((((int)blockIdx.y) * 32768) + (i_1 * 1024)) + (((int)blockIdx.x) * 32)) + j_1)] + (A_ptr[(((((int)blockIdx.y) * 32768) + (i_1 * 1024)) + k)] * B_ptr[(((k * 1024) + (((int)blockIdx.x) * 32)) + j_1)]));
      }
    }
  }
}
