// gemm/sgemm_cuda:reindexed_fetch:split_thread
// C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
// why: a tile per thread inside the loop over k: each operand feeds a row of FMAs
// target: cuda sm_90
// launch main_kernel: grid 8 x 8 x 1, block 1 x 1 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  for (int i_1_1 = 0; i_1_1 < 32; ++i_1_1) {
    for (int j_1_1 = 0; j_1_1 < 32; ++j_1_1) {
      for (int k = 0; k < 1024; ++k) {
        for (int i_1_2 = 0; i_1_2 < 4; ++i_1_2) {
          for (int j_1_2 = 0; j_1_2 < 4; ++j_1_2) {
            int cse_v1 = (((int)blockIdx.x) * 128);
            int cse_v2 = (j_1_1 * 4);
            int cse_v3 = (((((int)blockIdx.y) * 131072) + (i_1_1 * 4096)) + (i_1_2 * 1024));
            int cse_v4 = ((((((((int)blockIdx.y) * 131072) + (i_1_1 * 4096)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + (j_1_1 * 4)) + j_1_2);
            if (k == 0) {
              C_ptr[((((((((int)blockIdx.y) * 131072) + (i_1_1 * 4096)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + (j_1_1 * 4)) + j_1_2)] = 0x0p+0f/*0.000000e+00*/;
            }
            C_ptr[((((((((int)blockIdx.y) * 131072) + (i_1_1 * 4096)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + (j_1_1 * 4)) + j_1_2)] = (C_ptr[((((((((int)blockIdx.y) * 131072) + (i_1_1 * 4096)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + (j_1_1 * 4)) + j_1_2)] + (A_ptr[((((((int)blockIdx.y) * 131072) + (i_1_1 * 4096)) + (i_1_2 * 1024)) + k)] * B_ptr[((((k * 1024) + (((int)blockIdx.x) * 128)) + (j_1_1 * 4)) + j_1_2)]));
          }
        }
      }
    }
  }
}
