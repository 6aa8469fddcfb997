// gemm/sgemm_cuda:double_buffer:vthread
// C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
// why: a thread's parts are strided: adjacent lanes use adjacent words
// target: cuda sm_90
// launch main_kernel: grid 8 x 8 x 1, block 16 x 16 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  for (int k = 0; k < 1024; ++k) {
    for (int i_1_2 = 0; i_1_2 < 4; ++i_1_2) {
      for (int j_1_2 = 0; j_1_2 < 4; ++j_1_2) {
        int cse_v1 = (((int)blockIdx.x) * 128);
        int cse_v2 = (((int)threadIdx.x) * 4);
        int cse_v3 = (((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (i_1_2 * 1024));
        int cse_v8 = ((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + j_1_2);
        int cse_v9 = (((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + j_1_2) + 65536);
        int cse_v10 = (((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + j_1_2) + 64);
        int cse_v11 = (((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + j_1_2) + 65600);
        if (k == 0) {
          C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + j_1_2)] = 0x0p+0f/*0.000000e+00*/;
          C_ptr[(((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + j_1_2) + 65536)] = 0x0p+0f/*0.000000e+00*/;
          C_ptr[(((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + j_1_2) + 64)] = 0x0p+0f/*0.000000e+00*/;
          C_ptr[(((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + j_1_2) + 65600)] = 0x0p+0f/*0.000000e+00*/;
        }
        int cse_v4 = ((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (i_1_2 * 1024)) + k);
        int cse_v5 = ((((k * 1024) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + j_1_2);
        C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + j_1_2)] = (C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + j_1_2)] + (A_ptr[((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (i_1_2 * 1024)) + k)] * B_ptr[((((k * 1024) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + j_1_2)]));
        int cse_v6 = (((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (i_1_2 * 1024)) + k) + 65536);
        C_ptr[(((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + j_1_2) + 65536)] = (C_ptr[(((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + j_1_2) + 65536)] + (A_ptr[(((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (i_1_2 * 1024)) + k) + 65536)] * B_ptr[((((k * 1024) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + j_1_2)]));
        int cse_v7 = (((((k * 1024) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + j_1_2) + 64);
        C_ptr[(((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + j_1_2) + 64)] = (C_ptr[(((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + j_1_2) + 64)] + (A_ptr[((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (i_1_2 * 1024)) + k)] * B_ptr[(((((k * 1024) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + j_1_2) + 64)]));
        C_ptr[(((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + j_1_2) + 65600)] = (C_ptr[(((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + j_1_2) + 65600)] + (A_ptr[(((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (i_1_2 * 1024)) + k) + 65536)] * B_ptr[(((((k * 1024) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + j_1_2) + 64)]));
      }
    }
  }
}
