// gemm/sgemm_tvm:conflict_free_store:write_back
// C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
// why: accumulators in registers: each thread writes its tile once
// target: cuda sm_90
// launch main_kernel: grid 128 x 128 x 1, block 16 x 16 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  alignas(64) float C_local_ptr[64];
  int cse_v2 = (((int)blockIdx.y) * 128);
  int cse_v3 = (((int)threadIdx.y) * 8);
  for (int i_1_2 = 0; i_1_2 < 8; ++i_1_2) {
    for (int j_1_2 = 0; j_1_2 < 8; ++j_1_2) {
      for (int k = 0; k < 16384; ++k) {
        int cse_v4 = ((i_1_2 * 8) + j_1_2);
        if (k == 0) {
          C_local_ptr[((i_1_2 * 8) + j_1_2)] = 0x0p+0f/*0.000000e+00*/;
        }
        int cse_v1 = (k * 16384);
        C_local_ptr[((i_1_2 * 8) + j_1_2)] = (C_local_ptr[((i_1_2 * 8) + j_1_2)] + (A_ptr[((((k * 16384) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 8)) + i_1_2)] * B_ptr[((((k * 16384) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 8)) + j_1_2)]));
      }
    }
  }
  for (int ax0 = 0; ax0 < 8; ++ax0) {
    for (int ax1 = 0; ax1 < 8; ++ax1) {
      C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 131072)) + (ax0 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 8)) + ax1)] = C_local_ptr[((ax0 * 8) + ax1)];
    }
  }
}
