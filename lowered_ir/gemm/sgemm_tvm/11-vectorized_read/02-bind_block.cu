// gemm/sgemm_tvm:vectorized_read:bind_block
// C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
// why: blocks are independent
// target: cuda sm_90
// launch main_kernel: grid 128 x 128 x 1, block 1 x 1 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  for (int i_1 = 0; i_1 < 128; ++i_1) {
    for (int j_1 = 0; j_1 < 128; ++j_1) {
      for (int k = 0; k < 16384; ++k) {
        int cse_v1 = (((int)blockIdx.y) * 128);
        int cse_v3 = ((((((int)blockIdx.x) * 2097152) + (i_1 * 16384)) + (((int)blockIdx.y) * 128)) + j_1);
        if (k == 0) {
          C_ptr[((((((int)blockIdx.x) * 2097152) + (i_1 * 16384)) + (((int)blockIdx.y) * 128)) + j_1)] = 0x0p+0f/*0.000000e+00*/;
        }
        int cse_v2 = (k * 16384);
        C_ptr[((((((int)blockIdx.x) * 2097152) + (i_1 * 16384)) + (((int)blockIdx.y) * 128)) + j_1)] = (C_ptr[((((((int)blockIdx.x) * 2097152) + (i_1 * 16384)) + (((int)blockIdx.y) * 128)) + j_1)] + (A_ptr[(((k * 16384) + (((int)blockIdx.x) * 128)) + i_1)] * B_ptr[(((k * 16384) + (((int)blockIdx.y) * 128)) + j_1)]));
      }
    }
  }
}
