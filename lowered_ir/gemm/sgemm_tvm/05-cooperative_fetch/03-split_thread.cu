// gemm/sgemm_tvm:cooperative_fetch:split_thread
// C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
// why: a tile per thread: a value in a register feeds a whole row of FMAs
// target: cuda sm_90
// launch main_kernel: grid 128 x 128 x 1, block 1 x 1 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  for (int j_1_1 = 0; j_1_1 < 16; ++j_1_1) {
    for (int i_1_1 = 0; i_1_1 < 16; ++i_1_1) {
      for (int i_1_2 = 0; i_1_2 < 8; ++i_1_2) {
        for (int j_1_2 = 0; j_1_2 < 8; ++j_1_2) {
          for (int k = 0; k < 16384; ++k) {
            int cse_v1 = (((int)blockIdx.y) * 128);
            int cse_v2 = (j_1_1 * 8);
            int cse_v4 = ((((((((int)blockIdx.x) * 2097152) + (i_1_1 * 131072)) + (i_1_2 * 16384)) + (((int)blockIdx.y) * 128)) + (j_1_1 * 8)) + j_1_2);
            if (k == 0) {
              C_ptr[((((((((int)blockIdx.x) * 2097152) + (i_1_1 * 131072)) + (i_1_2 * 16384)) + (((int)blockIdx.y) * 128)) + (j_1_1 * 8)) + j_1_2)] = 0x0p+0f/*0.000000e+00*/;
            }
            int cse_v3 = (k * 16384);
            C_ptr[((((((((int)blockIdx.x) * 2097152) + (i_1_1 * 131072)) + (i_1_2 * 16384)) + (((int)blockIdx.y) * 128)) + (j_1_1 * 8)) + j_1_2)] = (C_ptr[((((((((int)blockIdx.x) * 2097152) + (i_1_1 * 131072)) + (i_1_2 * 16384)) + (((int)blockIdx.y) * 128)) + (j_1_1 * 8)) + j_1_2)] + (A_ptr[((((k * 16384) + (((int)blockIdx.x) * 128)) + (i_1_1 * 8)) + i_1_2)] * B_ptr[((((k * 16384) + (((int)blockIdx.y) * 128)) + (j_1_1 * 8)) + j_1_2)]));
          }
        }
      }
    }
  }
}
