// gemm/sgemm_tvm:vthread:bind_fetch
// C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
// why: lane l copies the l-th piece of the tile, one float per thread: no bank conflicts
// target: cuda sm_90
// launch main_kernel: grid 128 x 128 x 1, block 16 x 16 x 1, shared 16384 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  alignas(64) float C_local_ptr[64];
  __shared__ alignas(64) float A_shared_ptr[2048];
  __shared__ alignas(64) float B_shared_ptr[2048];
  alignas(64) float A_shared_local_ptr[8];
  alignas(64) float B_shared_local_ptr[8];
  for (int j_1_2_init = 0; j_1_2_init < 4; ++j_1_2_init) {
    C_local_ptr[j_1_2_init] = 0x0p+0f/*0.000000e+00*/;
    C_local_ptr[(j_1_2_init + 32)] = 0x0p+0f/*0.000000e+00*/;
    C_local_ptr[(j_1_2_init + 4)] = 0x0p+0f/*0.000000e+00*/;
    C_local_ptr[(j_1_2_init + 36)] = 0x0p+0f/*0.000000e+00*/;
    C_local_ptr[(j_1_2_init + 8)] = 0x0p+0f/*0.000000e+00*/;
    C_local_ptr[(j_1_2_init + 40)] = 0x0p+0f/*0.000000e+00*/;
    C_local_ptr[(j_1_2_init + 12)] = 0x0p+0f/*0.000000e+00*/;
    C_local_ptr[(j_1_2_init + 44)] = 0x0p+0f/*0.000000e+00*/;
    C_local_ptr[(j_1_2_init + 16)] = 0x0p+0f/*0.000000e+00*/;
    C_local_ptr[(j_1_2_init + 48)] = 0x0p+0f/*0.000000e+00*/;
    C_local_ptr[(j_1_2_init + 20)] = 0x0p+0f/*0.000000e+00*/;
    C_local_ptr[(j_1_2_init + 52)] = 0x0p+0f/*0.000000e+00*/;
    C_local_ptr[(j_1_2_init + 24)] = 0x0p+0f/*0.000000e+00*/;
    C_local_ptr[(j_1_2_init + 56)] = 0x0p+0f/*0.000000e+00*/;
    C_local_ptr[(j_1_2_init + 28)] = 0x0p+0f/*0.000000e+00*/;
    C_local_ptr[(j_1_2_init + 60)] = 0x0p+0f/*0.000000e+00*/;
  }
  int cse_v3 = (((int)blockIdx.y) * 128);
  int cse_v5 = (((int)threadIdx.y) * 4);
  for (int k_0 = 0; k_0 < 1024; ++k_0) {
    int cse_v1 = (k_0 * 262144);
    int cse_v2 = (((int)threadIdx.y) * 16);
    int cse_v21 = ((((int)threadIdx.y) >> 3) * 16384);
    int cse_v22 = ((((int)threadIdx.y) & 7) * 16);
    __syncthreads();
    for (int ax0_ax1_fused_0 = 0; ax0_ax1_fused_0 < 8; ++ax0_ax1_fused_0) {
      A_shared_ptr[(((ax0_ax1_fused_0 * 256) + (((int)threadIdx.y) * 16)) + ((int)threadIdx.x))] = A_ptr[((((((k_0 * 262144) + (ax0_ax1_fused_0 * 32768)) + ((((int)threadIdx.y) >> 3) * 16384)) + (((int)blockIdx.x) * 128)) + ((((int)threadIdx.y) & 7) * 16)) + ((int)threadIdx.x))];
    }
    for (int ax0_ax1_fused_0_1 = 0; ax0_ax1_fused_0_1 < 8; ++ax0_ax1_fused_0_1) {
      B_shared_ptr[(((ax0_ax1_fused_0_1 * 256) + (((int)threadIdx.y) * 16)) + ((int)threadIdx.x))] = B_ptr[((((((k_0 * 262144) + (ax0_ax1_fused_0_1 * 32768)) + ((((int)threadIdx.y) >> 3) * 16384)) + (((int)blockIdx.y) * 128)) + ((((int)threadIdx.y) & 7) * 16)) + ((int)threadIdx.x))];
    }
    __syncthreads();
    for (int k_1 = 0; k_1 < 16; ++k_1) {
      int cse_v4 = (k_1 * 128);
      int cse_v23 = ((k_1 * 128) + ((int)threadIdx.x));
      A_shared_local_ptr[0] = A_shared_ptr[((k_1 * 128) + ((int)threadIdx.x))];
      A_shared_local_ptr[1] = A_shared_ptr[(((k_1 * 128) + ((int)threadIdx.x)) + 16)];
      A_shared_local_ptr[2] = A_shared_ptr[(((k_1 * 128) + ((int)threadIdx.x)) + 32)];
      A_shared_local_ptr[3] = A_shared_ptr[(((k_1 * 128) + ((int)threadIdx.x)) + 48)];
      A_shared_local_ptr[4] = A_shared_ptr[(((k_1 * 128) + ((int)threadIdx.x)) + 64)];
      A_shared_local_ptr[5] = A_shared_ptr[(((k_1 * 128) + ((int)threadIdx.x)) + 80)];
      A_shared_local_ptr[6] = A_shared_ptr[(((k_1 * 128) + ((int)threadIdx.x)) + 96)];
      A_shared_local_ptr[7] = A_shared_ptr[(((k_1 * 128) + ((int)threadIdx.x)) + 112)];
      for (int ax1 = 0; ax1 < 4; ++ax1) {
        int cse_v24 = (((k_1 * 128) + (((int)threadIdx.y) * 4)) + ax1);
        B_shared_local_ptr[ax1] = B_shared_ptr[(((k_1 * 128) + (((int)threadIdx.y) * 4)) + ax1)];
        B_shared_local_ptr[(ax1 + 4)] = B_shared_ptr[((((k_1 * 128) + (((int)threadIdx.y) * 4)) + ax1) + 64)];
      }
      for (int j_1_2 = 0; j_1_2 < 4; ++j_1_2) {
        C_local_ptr[j_1_2] = (C_local_ptr[j_1_2] + (A_shared_local_ptr[0] * B_shared_local_ptr[j_1_2]));
        int cse_v6 = (j_1_2 + 32);
        int cse_v7 = (j_1_2 + 4);
        C_local_ptr[(j_1_2 + 32)] = (C_local_ptr[(j_1_2 + 32)] + (A_shared_local_ptr[0] * B_shared_local_ptr[(j_1_2 + 4)]));
        C_local_ptr[(j_1_2 + 4)] = (C_local_ptr[(j_1_2 + 4)] + (A_shared_local_ptr[1] * B_shared_local_ptr[j_1_2]));
        int cse_v8 = (j_1_2 + 36);
        C_local_ptr[(j_1_2 + 36)] = (C_local_ptr[(j_1_2 + 36)] + (A_shared_local_ptr[1] * B_shared_local_ptr[(j_1_2 + 4)]));
        int cse_v9 = (j_1_2 + 8);
        C_local_ptr[(j_1_2 + 8)] = (C_local_ptr[(j_1_2 + 8)] + (A_shared_local_ptr[2] * B_shared_local_ptr[j_1_2]));
        int cse_v10 = (j_1_2 + 40);
        C_local_ptr[(j_1_2 + 40)] = (C_local_ptr[(j_1_2 + 40)] + (A_shared_local_ptr[2] * B_shared_local_ptr[(j_1_2 + 4)]));
        int cse_v11 = (j_1_2 + 12);
        C_local_ptr[(j_1_2 + 12)] = (C_local_ptr[(j_1_2 + 12)] + (A_shared_local_ptr[3] * B_shared_local_ptr[j_1_2]));
        int cse_v12 = (j_1_2 + 44);
        C_local_ptr[(j_1_2 + 44)] = (C_local_ptr[(j_1_2 + 44)] + (A_shared_local_ptr[3] * B_shared_local_ptr[(j_1_2 + 4)]));
        int cse_v13 = (j_1_2 + 16);
        C_local_ptr[(j_1_2 + 16)] = (C_local_ptr[(j_1_2 + 16)] + (A_shared_local_ptr[4] * B_shared_local_ptr[j_1_2]));
        int cse_v14 = (j_1_2 + 48);
        C_local_ptr[(j_1_2 + 48)] = (C_local_ptr[(j_1_2 + 48)] + (A_shared_local_ptr[4] * B_shared_local_ptr[(j_1_2 + 4)]));
        int cse_v15 = (j_1_2 + 20);
        C_local_ptr[(j_1_2 + 20)] = (C_local_ptr[(j_1_2 + 20)] + (A_shared_local_ptr[5] * B_shared_local_ptr[j_1_2]));
        int cse_v16 = (j_1_2 + 52);
        C_local_ptr[(j_1_2 + 52)] = (C_local_ptr[(j_1_2 + 52)] + (A_shared_local_ptr[5] * B_shared_local_ptr[(j_1_2 + 4)]));
        int cse_v17 = (j_1_2 + 24);
        C_local_ptr[(j_1_2 + 24)] = (C_local_ptr[(j_1_2 + 24)] + (A_shared_local_ptr[6] * B_shared_local_ptr[j_1_2]));
        int cse_v18 = (j_1_2 + 56);
        C_local_ptr[(j_1_2 + 56)] = (C_local_ptr[(j_1_2 + 56)] + (A_shared_local_ptr[6] * B_shared_local_ptr[(j_1_2 + 4)]));
        int cse_v19 = (j_1_2 + 28);
        C_local_ptr[(j_1_2 + 28)] = (C_local_ptr[(j_1_2 + 28)] + (A_shared_local_ptr[7] * B_shared_local_ptr[j_1_2]));
        int cse_v20 = (j_1_2 + 60);
        C_local_ptr[(j_1_2 + 60)] = (C_local_ptr[(j_1_2 + 60)] + (A_shared_local_ptr[7] * B_shared_local_ptr[(j_1_2 + 4)]));
      }
    }
  }
  for (int ax1_1 = 0; ax1_1 < 4; ++ax1_1) {
    int cse_v25 = (((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1_1);
    C_ptr[(((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1_1)] = C_local_ptr[ax1_1];
    C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1_1) + 64)] = C_local_ptr[(ax1_1 + 32)];
    C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1_1) + 262144)] = C_local_ptr[(ax1_1 + 4)];
    C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1_1) + 262208)] = C_local_ptr[(ax1_1 + 36)];
    C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1_1) + 524288)] = C_local_ptr[(ax1_1 + 8)];
    C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1_1) + 524352)] = C_local_ptr[(ax1_1 + 40)];
    C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1_1) + 786432)] = C_local_ptr[(ax1_1 + 12)];
    C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1_1) + 786496)] = C_local_ptr[(ax1_1 + 44)];
    C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1_1) + 1048576)] = C_local_ptr[(ax1_1 + 16)];
    C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1_1) + 1048640)] = C_local_ptr[(ax1_1 + 48)];
    C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1_1) + 1310720)] = C_local_ptr[(ax1_1 + 20)];
    C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1_1) + 1310784)] = C_local_ptr[(ax1_1 + 52)];
    C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1_1) + 1572864)] = C_local_ptr[(ax1_1 + 24)];
    C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1_1) + 1572928)] = C_local_ptr[(ax1_1 + 56)];
    C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1_1) + 1835008)] = C_local_ptr[(ax1_1 + 28)];
    C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1_1) + 1835072)] = C_local_ptr[(ax1_1 + 60)];
  }
}
