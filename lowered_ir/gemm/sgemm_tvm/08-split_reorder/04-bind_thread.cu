// gemm/sgemm_tvm:split_reorder:bind_thread
// C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
// why: with 256 threads, each can have 255 registers
// target: cuda sm_90
// launch main_kernel: grid 128 x 128 x 1, block 16 x 16 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  for (int j_1_0 = 0; j_1_0 < 2; ++j_1_0) {
    for (int i_1_0 = 0; i_1_0 < 2; ++i_1_0) {
      for (int i_1_2 = 0; i_1_2 < 4; ++i_1_2) {
        for (int j_1_2 = 0; j_1_2 < 4; ++j_1_2) {
          for (int k = 0; k < 16384; ++k) {
            int cse_v1 = (((int)blockIdx.y) * 128);
            int cse_v2 = (j_1_0 * 64);
            int cse_v3 = (((int)threadIdx.y) * 4);
            int cse_v5 = ((((((((((int)blockIdx.x) * 2097152) + (i_1_0 * 1048576)) + (((int)threadIdx.x) * 65536)) + (i_1_2 * 16384)) + (((int)blockIdx.y) * 128)) + (j_1_0 * 64)) + (((int)threadIdx.y) * 4)) + j_1_2);
            if (k == 0) {
              C_ptr[((((((((((int)blockIdx.x) * 2097152) + (i_1_0 * 1048576)) + (((int)threadIdx.x) * 65536)) + (i_1_2 * 16384)) + (((int)blockIdx.y) * 128)) + (j_1_0 * 64)) + (((int)threadIdx.y) * 4)) + j_1_2)] = 0x0p+0f/*0.000000e+00*/;
            }
            int cse_v4 = (k * 16384);
            C_ptr[((((((((((int)blockIdx.x) * 2097152) + (i_1_0 * 1048576)) + (((int)threadIdx.x) * 65536)) + (i_1_2 * 16384)) + (((int)blockIdx.y) * 128)) + (j_1_0 * 64)) + (((int)threadIdx.y) * 4)) + j_1_2)] = (C_ptr[((((((((((int)blockIdx.x) * 2097152) + (i_1_0 * 1048576)) + (((int)threadIdx.x) * 65536)) + (i_1_2 * 16384)) + (((int)blockIdx.y) * 128)) + (j_1_0 * 64)) + (((int)threadIdx.y) * 4)) + j_1_2)] + (A_ptr[(((((k * 16384) + (((int)blockIdx.x) * 128)) + (i_1_0 * 64)) + (((int)threadIdx.x) * 4)) + i_1_2)] * B_ptr[(((((k * 16384) + (((int)blockIdx.y) * 128)) + (j_1_0 * 64)) + (((int)threadIdx.y) * 4)) + j_1_2)]));
          }
        }
      }
    }
  }
}
