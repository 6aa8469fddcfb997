// gemm/sgemm_tvm:naive:bind_block
// C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 1024,1024,1024, float32
// why: a block per row of C; rows are independent
// target: cuda sm_90
// launch main_kernel: grid 1024 x 1 x 1, block 1 x 1 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  for (int j = 0; j < 1024; ++j) {
    for (int k = 0; k < 1024; ++k) {
      int cse_v2 = ((((int)blockIdx.x) * 1024) + j);
      if (k == 0) {
        C_ptr[((((int)blockIdx.x) * 1024) + j)] = 0x0p+0f/*0.000000e+00*/;
      }
      int cse_v1 = (k * 1024);
      C_ptr[((((int)blockIdx.x) * 1024) + j)] = (C_ptr[((((int)blockIdx.x) * 1024) + j)] + (A_ptr[((k * 1024) + ((int)blockIdx.x))] * B_ptr[((k * 1024) + j)]));
    }
  }
}
