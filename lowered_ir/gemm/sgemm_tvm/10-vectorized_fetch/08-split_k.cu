// gemm/sgemm_tvm:vectorized_fetch:split_k
// C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
// why: a slice of K fits in shared memory; each k is an outer product
// target: cuda sm_90
// launch main_kernel: grid 128 x 128 x 1, block 16 x 16 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  alignas(64) float C_local_ptr[64];
  int cse_v16 = (((int)blockIdx.y) * 128);
  int cse_v17 = (((int)threadIdx.y) * 4);
  for (int k_0 = 0; k_0 < 1024; ++k_0) {
    for (int k_1 = 0; k_1 < 16; ++k_1) {
      for (int j_1_2 = 0; j_1_2 < 4; ++j_1_2) {
        int cse_v1 = (j_1_2 + 32);
        int cse_v2 = (j_1_2 + 4);
        int cse_v3 = (j_1_2 + 36);
        int cse_v4 = (j_1_2 + 8);
        int cse_v5 = (j_1_2 + 40);
        int cse_v6 = (j_1_2 + 12);
        int cse_v7 = (j_1_2 + 44);
        int cse_v8 = (j_1_2 + 16);
        int cse_v9 = (j_1_2 + 48);
        int cse_v10 = (j_1_2 + 20);
        int cse_v11 = (j_1_2 + 52);
        int cse_v12 = (j_1_2 + 24);
        int cse_v13 = (j_1_2 + 56);
        int cse_v14 = (j_1_2 + 28);
        int cse_v15 = (j_1_2 + 60);
        if (((k_0 * 16) + k_1) == 0) {
          C_local_ptr[j_1_2] = 0x0p+0f/*0.000000e+00*/;
          C_local_ptr[(j_1_2 + 32)] = 0x0p+0f/*0.000000e+00*/;
          C_local_ptr[(j_1_2 + 4)] = 0x0p+0f/*0.000000e+00*/;
          C_local_ptr[(j_1_2 + 36)] = 0x0p+0f/*0.000000e+00*/;
          C_local_ptr[(j_1_2 + 8)] = 0x0p+0f/*0.000000e+00*/;
          C_local_ptr[(j_1_2 + 40)] = 0x0p+0f/*0.000000e+00*/;
          C_local_ptr[(j_1_2 + 12)] = 0x0p+0f/*0.000000e+00*/;
          C_local_ptr[(j_1_2 + 44)] = 0x0p+0f/*0.000000e+00*/;
          C_local_ptr[(j_1_2 + 16)] = 0x0p+0f/*0.000000e+00*/;
          C_local_ptr[(j_1_2 + 48)] = 0x0p+0f/*0.000000e+00*/;
          C_local_ptr[(j_1_2 + 20)] = 0x0p+0f/*0.000000e+00*/;
          C_local_ptr[(j_1_2 + 52)] = 0x0p+0f/*0.000000e+00*/;
          C_local_ptr[(j_1_2 + 24)] = 0x0p+0f/*0.000000e+00*/;
          C_local_ptr[(j_1_2 + 56)] = 0x0p+0f/*0.000000e+00*/;
          C_local_ptr[(j_1_2 + 28)] = 0x0p+0f/*0.000000e+00*/;
          C_local_ptr[(j_1_2 + 60)] = 0x0p+0f/*0.000000e+00*/;
        }
        int cse_v18 = ((k_0 * 262144) + (k_1 * 16384));
        int cse_v19 = ((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x));
        int cse_v20 = (((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2);
        C_local_ptr[j_1_2] = (C_local_ptr[j_1_2] + (A_ptr[((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x))] * B_ptr[(((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2)]));
        int cse_v29 = ((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 64);
        C_local_ptr[(j_1_2 + 32)] = (C_local_ptr[(j_1_2 + 32)] + (A_ptr[((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x))] * B_ptr[((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 64)]));
        int cse_v21 = (((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 16);
        C_local_ptr[(j_1_2 + 4)] = (C_local_ptr[(j_1_2 + 4)] + (A_ptr[(((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 16)] * B_ptr[(((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2)]));
        C_local_ptr[(j_1_2 + 36)] = (C_local_ptr[(j_1_2 + 36)] + (A_ptr[(((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 16)] * B_ptr[((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 64)]));
        int cse_v22 = (((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 32);
        C_local_ptr[(j_1_2 + 8)] = (C_local_ptr[(j_1_2 + 8)] + (A_ptr[(((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 32)] * B_ptr[(((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2)]));
        C_local_ptr[(j_1_2 + 40)] = (C_local_ptr[(j_1_2 + 40)] + (A_ptr[(((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 32)] * B_ptr[((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 64)]));
        int cse_v23 = (((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 48);
        C_local_ptr[(j_1_2 + 12)] = (C_local_ptr[(j_1_2 + 12)] + (A_ptr[(((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 48)] * B_ptr[(((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2)]));
        C_local_ptr[(j_1_2 + 44)] = (C_local_ptr[(j_1_2 + 44)] + (A_ptr[(((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 48)] * B_ptr[((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 64)]));
        int cse_v24 = (((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 64);
        C_local_ptr[(j_1_2 + 16)] = (C_local_ptr[(j_1_2 + 16)] + (A_ptr[(((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 64)] * B_ptr[(((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2)]));
        C_local_ptr[(j_1_2 + 48)] = (C_local_ptr[(j_1_2 + 48)] + (A_ptr[(((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 64)] * B_ptr[((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 64)]));
        int cse_v25 = (((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 80);
        C_local_ptr[(j_1_2 + 20)] = (C_local_ptr[(j_1_2 + 20)] + (A_ptr[(((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 80)] * B_ptr[(((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2)]));
        C_local_ptr[(j_1_2 + 52)] = (C_local_ptr[(j_1_2 + 52)] + (A_ptr[(((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 80)] * B_ptr[((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 64)]));
        int cse_v26 = (((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 96);
        C_local_ptr[(j_1_2 + 24)] = (C_local_ptr[(j_1_2 + 24)] + (A_ptr[(((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 96)] * B_ptr[(((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2)]));
        C_local_ptr[(j_1_2 + 56)] = (C_local_ptr[(j_1_2 + 56)] + (A_ptr[(((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 96)] * B_ptr[((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 64)]));
        int cse_v27 = (((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 112);
        C_local_ptr[(j_1_2 + 28)] = (C_local_ptr[(j_1_2 + 28)] + (A_ptr[(((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 112)] * B_ptr[(((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2)]));
        C_local_ptr[(j_1_2 + 60)] = (C_local_ptr[(j_1_2 + 60)] + (A_ptr[(((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 112)] * B_ptr[((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 64)]));
      }
    }
  }
  for (int ax1 = 0; ax1 < 4; ++ax1) {
    int cse_v28 = (((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1);
    C_ptr[(((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1)] = C_local_ptr[ax1];
    C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1) + 64)] = C_local_ptr[(ax1 + 32)];
    C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1) + 262144)] = C_local_ptr[(ax1 + 4)];
    C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1) + 262208)] = C_local_ptr[(ax1 + 36)];
    C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1) + 524288)] = C_local_ptr[(ax1 + 8)];
    C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1) + 524352)] = C_local_ptr[(ax1 + 40)];
    C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1) + 786432)] = C_local_ptr[(ax1 + 12)];
    C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1) + 786496)] = C_local_ptr[(ax1 + 44)];
    C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1) + 1048576)] = C_local_ptr[(ax1 + 16)];
    C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1) + 1048640)] = C_local_ptr[(ax1 + 48)];
    C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1) + 1310720)] = C_local_ptr[(ax1 + 20)];
    C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1) + 1310784)] = C_local_ptr[(ax1 + 52)];
    C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1) + 1572864)] = C_local_ptr[(ax1 + 24)];
    C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1) + 1572928)] = C_local_ptr[(ax1 + 56)];
    C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1) + 1835008)] = C_local_ptr[(ax1 + 28)];
    C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1) + 1835072)] = C_local_ptr[(ax1 + 60)];
  }
}
