// gemm/sgemm_cuda:conflict_free:cache_shared
// C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
// why: the block's slices of A and B; so far every thread loads both completely
// target: cuda sm_90
// launch main_kernel: grid 8 x 8 x 1, block 16 x 16 x 1, shared 8192 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  alignas(64) float C_local_ptr[64];
  __shared__ alignas(64) float A_shared_ptr[1024];
  __shared__ alignas(64) float B_shared_ptr[1024];
  int cse_v1 = (((int)blockIdx.y) * 131072);
  int cse_v3 = (((int)blockIdx.x) * 128);
  for (int k_0 = 0; k_0 < 128; ++k_0) {
    int cse_v2 = (k_0 * 8);
    __syncthreads();
    for (int ax0 = 0; ax0 < 128; ++ax0) {
      for (int ax1 = 0; ax1 < 8; ++ax1) {
        A_shared_ptr[((ax0 * 8) + ax1)] = A_ptr[((((((int)blockIdx.y) * 131072) + (ax0 * 1024)) + (k_0 * 8)) + ax1)];
      }
    }
    for (int ax0_1 = 0; ax0_1 < 8; ++ax0_1) {
      for (int ax1_1 = 0; ax1_1 < 128; ++ax1_1) {
        B_shared_ptr[((ax0_1 * 128) + ax1_1)] = B_ptr[((((k_0 * 8192) + (ax0_1 * 1024)) + (((int)blockIdx.x) * 128)) + ax1_1)];
      }
    }
    __syncthreads();
    for (int i_1_2 = 0; i_1_2 < 8; ++i_1_2) {
      for (int k_1 = 0; k_1 < 8; ++k_1) {
        int cse_v4 = (i_1_2 + 8);
        int cse_v5 = (i_1_2 + 16);
        int cse_v6 = (i_1_2 + 24);
        int cse_v7 = (i_1_2 + 32);
        int cse_v8 = (i_1_2 + 40);
        int cse_v9 = (i_1_2 + 48);
        int cse_v10 = (i_1_2 + 56);
        if (((k_0 * 8) + k_1) == 0) {
          C_local_ptr[i_1_2] = 0x0p+0f/*0.000000e+00*/;
          C_local_ptr[(i_1_2 + 8)] = 0x0p+0f/*0.000000e+00*/;
          C_local_ptr[(i_1_2 + 16)] = 0x0p+0f/*0.000000e+00*/;
          C_local_ptr[(i_1_2 + 24)] = 0x0p+0f/*0.000000e+00*/;
          C_local_ptr[(i_1_2 + 32)] = 0x0p+0f/*0.000000e+00*/;
          C_local_ptr[(i_1_2 + 40)] = 0x0p+0f/*0.000000e+00*/;
          C_local_ptr[(i_1_2 + 48)] = 0x0p+0f/*0.000000e+00*/;
          C_local_ptr[(i_1_2 + 56)] = 0x0p+0f/*0.000000e+00*/;
        }
        int cse_v11 = ((k_1 * 128) + ((int)threadIdx.x));
        int cse_v12 = (((((int)threadIdx.y) * 64) + (i_1_2 * 8)) + k_1);
        C_local_ptr[i_1_2] = (C_local_ptr[i_1_2] + (A_shared_ptr[(((((int)threadIdx.y) * 64) + (i_1_2 * 8)) + k_1)] * B_shared_ptr[((k_1 * 128) + ((int)threadIdx.x))]));
        C_local_ptr[(i_1_2 + 8)] = (C_local_ptr[(i_1_2 + 8)] + (A_shared_ptr[(((((int)threadIdx.y) * 64) + (i_1_2 * 8)) + k_1)] * B_shared_ptr[(((k_1 * 128) + ((int)threadIdx.x)) + 16)]));
        C_local_ptr[(i_1_2 + 16)] = (C_local_ptr[(i_1_2 + 16)] + (A_shared_ptr[(((((int)threadIdx.y) * 64) + (i_1_2 * 8)) + k_1)] * B_shared_ptr[(((k_1 * 128) + ((int)threadIdx.x)) + 32)]));
        C_local_ptr[(i_1_2 + 24)] = (C_local_ptr[(i_1_2 + 24)] + (A_shared_ptr[(((((int)threadIdx.y) * 64) + (i_1_2 * 8)) + k_1)] * B_shared_ptr[(((k_1 * 128) + ((int)threadIdx.x)) + 48)]));
        C_local_ptr[(i_1_2 + 32)] = (C_local_ptr[(i_1_2 + 32)] + (A_shared_ptr[(((((int)threadIdx.y) * 64) + (i_1_2 * 8)) + k_1)] * B_shared_ptr[(((k_1 * 128) + ((int)threadIdx.x)) + 64)]));
        C_local_ptr[(i_1_2 + 40)] = (C_local_ptr[(i_1_2 + 40)] + (A_shared_ptr[(((((int)threadIdx.y) * 64) + (i_1_2 * 8)) + k_1)] * B_shared_ptr[(((k_1 * 128) + ((int)threadIdx.x)) + 80)]));
        C_local_ptr[(i_1_2 + 48)] = (C_local_ptr[(i_1_2 + 48)] + (A_shared_ptr[(((((int)threadIdx.y) * 64) + (i_1_2 * 8)) + k_1)] * B_shared_ptr[(((k_1 * 128) + ((int)threadIdx.x)) + 96)]));
        C_local_ptr[(i_1_2 + 56)] = (C_local_ptr[(i_1_2 + 56)] + (A_shared_ptr[(((((int)threadIdx.y) * 64) + (i_1_2 * 8)) + k_1)] * B_shared_ptr[(((k_1 * 128) + ((int)threadIdx.x)) + 112)]));
      }
    }
  }
  for (int ax0_2 = 0; ax0_2 < 8; ++ax0_2) {
    int cse_v13 = (((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (ax0_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x));
    C_ptr[(((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (ax0_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x))] = C_local_ptr[ax0_2];
    C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (ax0_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 16)] = C_local_ptr[(ax0_2 + 8)];
    C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (ax0_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 32)] = C_local_ptr[(ax0_2 + 16)];
    C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (ax0_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 48)] = C_local_ptr[(ax0_2 + 24)];
    C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (ax0_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 64)] = C_local_ptr[(ax0_2 + 32)];
    C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (ax0_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 80)] = C_local_ptr[(ax0_2 + 40)];
    C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (ax0_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 96)] = C_local_ptr[(ax0_2 + 48)];
    C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (ax0_2 * 1024)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 112)] = C_local_ptr[(ax0_2 + 56)];
  }
}
