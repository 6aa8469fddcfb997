// gemm/sgemm_cuda:conflict_free:vthread
// C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
// why: a thread's parts are strided: adjacent lanes use adjacent words
// target: cuda sm_90
// launch main_kernel: grid 8 x 8 x 1, block 16 x 16 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  for (int k = 0; k < 1024; ++k) {
    for (int i_1_2 = 0; i_1_2 < 8; ++i_1_2) {
      int cse_v1 = (((int)blockIdx.x) * 128);
      int cse_v2 = (((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024));
      int cse_v5 = (((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x));
      int cse_v6 = ((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 16);
      int cse_v7 = ((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 32);
      int cse_v8 = ((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 48);
      int cse_v9 = ((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 64);
      int cse_v10 = ((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 80);
      int cse_v11 = ((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 96);
      int cse_v12 = ((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 112);
      if (k == 0) {
        C_ptr[(((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x))] = 0x0p+0f/*0.000000e+00*/;
        C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 16)] = 0x0p+0f/*0.000000e+00*/;
        C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 32)] = 0x0p+0f/*0.000000e+00*/;
        C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 48)] = 0x0p+0f/*0.000000e+00*/;
        C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 64)] = 0x0p+0f/*0.000000e+00*/;
        C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 80)] = 0x0p+0f/*0.000000e+00*/;
        C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 96)] = 0x0p+0f/*0.000000e+00*/;
        C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 112)] = 0x0p+0f/*0.000000e+00*/;
      }
      int cse_v3 = (((k * 1024) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x));
      int cse_v4 = ((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + k);
      C_ptr[(((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x))] = (C_ptr[(((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x))] + (A_ptr[((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + k)] * B_ptr[(((k * 1024) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x))]));
      C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 16)] = (C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 16)] + (A_ptr[((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + k)] * B_ptr[((((k * 1024) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 16)]));
      C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 32)] = (C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 32)] + (A_ptr[((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + k)] * B_ptr[((((k * 1024) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 32)]));
      C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 48)] = (C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 48)] + (A_ptr[((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + k)] * B_ptr[((((k * 1024) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 48)]));
      C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 64)] = (C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 64)] + (A_ptr[((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + k)] * B_ptr[((((k * 1024) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 64)]));
      C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 80)] = (C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 80)] + (A_ptr[((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + k)] * B_ptr[((((k * 1024) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 80)]));
      C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 96)] = (C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 96)] + (A_ptr[((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + k)] * B_ptr[((((k * 1024) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 96)]));
      C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 112)] = (C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 112)] + (A_ptr[((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + k)] * B_ptr[((((k * 1024) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 112)]));
    }
  }
}
