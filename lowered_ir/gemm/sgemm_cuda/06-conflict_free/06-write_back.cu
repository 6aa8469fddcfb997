// gemm/sgemm_cuda:conflict_free:write_back
// C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
// why: accumulators in registers, written to C once
// target: cuda sm_90
// launch main_kernel: grid 8 x 8 x 1, block 16 x 16 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  alignas(64) float C_local_ptr[64];
  int cse_v8 = (((int)blockIdx.x) * 128);
  int cse_v9 = ((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192));
  for (int k = 0; k < 1024; ++k) {
    for (int i_1_2 = 0; i_1_2 < 8; ++i_1_2) {
      int cse_v1 = (i_1_2 + 8);
      int cse_v2 = (i_1_2 + 16);
      int cse_v3 = (i_1_2 + 24);
      int cse_v4 = (i_1_2 + 32);
      int cse_v5 = (i_1_2 + 40);
      int cse_v6 = (i_1_2 + 48);
      int cse_v7 = (i_1_2 + 56);
      if (k == 0) {
        C_local_ptr[i_1_2] = 0x0p+0f/*0.000000e+00*/;
        C_local_ptr[(i_1_2 + 8)] = 0x0p+0f/*0.000000e+00*/;
        C_local_ptr[(i_1_2 + 16)] = 0x0p+0f/*0.000000e+00*/;
        C_local_ptr[(i_1_2 + 24)] = 0x0p+0f/*0.000000e+00*/;
        C_local_ptr[(i_1_2 + 32)] = 0x0p+0f/*0.000000e+00*/;
        C_local_ptr[(i_1_2 + 40)] = 0x0p+0f/*0.000000e+00*/;
        C_local_ptr[(i_1_2 + 48)] = 0x0p+0f/*0.000000e+00*/;
        C_local_ptr[(i_1_2 + 56)] = 0x0p+0f/*0.000000e+00*/;
      }
      int cse_v10 = (((k * 1024) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x));
      int cse_v11 = ((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + k);
      C_local_ptr[i_1_2] = (C_local_ptr[i_1_2] + (A_ptr[((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + k)] * B_ptr[(((k * 1024) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x))]));
      C_local_ptr[(i_1_2 + 8)] = (C_local_ptr[(i_1_2 + 8)] + (A_ptr[((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + k)] * B_ptr[((((k * 1024) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 16)]));
      C_local_ptr[(i_1_2 + 16)] = (C_local_ptr[(i_1_2 + 16)] + (A_ptr[((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + k)] * B_ptr[((((k * 1024) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 32)]));
      C_local_ptr[(i_1_2 + 24)] = (C_local_ptr[(i_1_2 + 24)] + (A_ptr[((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + k)] * B_ptr[((((k * 1024) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 48)]));
      C_local_ptr[(i_1_2 + 32)] = (C_local_ptr[(i_1_2 + 32)] + (A_ptr[((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + k)] * B_ptr[((((k * 1024) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 64)]));
      C_local_ptr[(i_1_2 + 40)] = (C_local_ptr[(i_1_2 + 40)] + (A_ptr[((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + k)] * B_ptr[((((k * 1024) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 80)]));
      C_local_ptr[(i_1_2 + 48)] = (C_local_ptr[(i_1_2 + 48)] + (A_ptr[((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + k)] * B_ptr[((((k * 1024) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 96)]));
      C_local_ptr[(i_1_2 + 56)] = (C_local_ptr[(i_1_2 + 56)] + (A_ptr[((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (i_1_2 * 1024)) + k)] * B_ptr[((((k * 1024) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 112)]));
    }
  }
  for (int ax0 = 0; ax0 < 8; ++ax0) {
    int cse_v12 = (((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (ax0 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x));
    C_ptr[(((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (ax0 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x))] = C_local_ptr[ax0];
    C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (ax0 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 16)] = C_local_ptr[(ax0 + 8)];
    C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (ax0 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 32)] = C_local_ptr[(ax0 + 16)];
    C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (ax0 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 48)] = C_local_ptr[(ax0 + 24)];
    C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (ax0 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 64)] = C_local_ptr[(ax0 + 32)];
    C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (ax0 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 80)] = C_local_ptr[(ax0 + 40)];
    C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (ax0 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 96)] = C_local_ptr[(ax0 + 48)];
    C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (ax0 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 112)] = C_local_ptr[(ax0 + 56)];
  }
}
