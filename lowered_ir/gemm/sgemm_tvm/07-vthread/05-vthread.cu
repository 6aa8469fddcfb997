// gemm/sgemm_tvm:vthread:vthread
// C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
// why: a thread's parts are strided: adjacent threads access adjacent words
// target: cuda sm_90
// launch main_kernel: grid 128 x 128 x 1, block 16 x 16 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  for (int j_1_2 = 0; j_1_2 < 4; ++j_1_2) {
    for (int k = 0; k < 16384; ++k) {
      int cse_v1 = (((int)blockIdx.y) * 128);
      int cse_v2 = (((int)threadIdx.y) * 4);
      int cse_v13 = (((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2);
      int cse_v15 = ((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 64);
      int cse_v16 = ((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 262144);
      int cse_v17 = ((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 262208);
      int cse_v18 = ((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 524288);
      int cse_v19 = ((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 524352);
      int cse_v20 = ((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 786432);
      int cse_v21 = ((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 786496);
      int cse_v22 = ((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1048576);
      int cse_v23 = ((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1048640);
      int cse_v24 = ((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1310720);
      int cse_v25 = ((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1310784);
      int cse_v26 = ((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1572864);
      int cse_v27 = ((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1572928);
      int cse_v28 = ((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1835008);
      int cse_v29 = ((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1835072);
      if (k == 0) {
        C_ptr[(((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2)] = 0x0p+0f/*0.000000e+00*/;
        C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 64)] = 0x0p+0f/*0.000000e+00*/;
        C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 262144)] = 0x0p+0f/*0.000000e+00*/;
        C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 262208)] = 0x0p+0f/*0.000000e+00*/;
        C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 524288)] = 0x0p+0f/*0.000000e+00*/;
        C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 524352)] = 0x0p+0f/*0.000000e+00*/;
        C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 786432)] = 0x0p+0f/*0.000000e+00*/;
        C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 786496)] = 0x0p+0f/*0.000000e+00*/;
        C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1048576)] = 0x0p+0f/*0.000000e+00*/;
        C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1048640)] = 0x0p+0f/*0.000000e+00*/;
        C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1310720)] = 0x0p+0f/*0.000000e+00*/;
        C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1310784)] = 0x0p+0f/*0.000000e+00*/;
        C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1572864)] = 0x0p+0f/*0.000000e+00*/;
        C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1572928)] = 0x0p+0f/*0.000000e+00*/;
        C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1835008)] = 0x0p+0f/*0.000000e+00*/;
        C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1835072)] = 0x0p+0f/*0.000000e+00*/;
      }
      int cse_v3 = (k * 16384);
      int cse_v4 = (((k * 16384) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x));
      int cse_v5 = ((((k * 16384) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2);
      C_ptr[(((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2)] = (C_ptr[(((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2)] + (A_ptr[(((k * 16384) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x))] * B_ptr[((((k * 16384) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2)]));
      int cse_v14 = (((((k * 16384) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 64);
      C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 64)] = (C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 64)] + (A_ptr[(((k * 16384) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x))] * B_ptr[(((((k * 16384) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 64)]));
      int cse_v6 = ((((k * 16384) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 16);
      C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 262144)] = (C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 262144)] + (A_ptr[((((k * 16384) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 16)] * B_ptr[((((k * 16384) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2)]));
      C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 262208)] = (C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 262208)] + (A_ptr[((((k * 16384) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 16)] * B_ptr[(((((k * 16384) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 64)]));
      int cse_v7 = ((((k * 16384) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 32);
      C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 524288)] = (C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 524288)] + (A_ptr[((((k * 16384) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 32)] * B_ptr[((((k * 16384) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2)]));
      C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 524352)] = (C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 524352)] + (A_ptr[((((k * 16384) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 32)] * B_ptr[(((((k * 16384) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 64)]));
      int cse_v8 = ((((k * 16384) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 48);
      C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 786432)] = (C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 786432)] + (A_ptr[((((k * 16384) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 48)] * B_ptr[((((k * 16384) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2)]));
      C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 786496)] = (C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 786496)] + (A_ptr[((((k * 16384) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 48)] * B_ptr[(((((k * 16384) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 64)]));
      int cse_v9 = ((((k * 16384) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 64);
      C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1048576)] = (C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1048576)] + (A_ptr[((((k * 16384) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 64)] * B_ptr[((((k * 16384) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2)]));
      C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1048640)] = (C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1048640)] + (A_ptr[((((k * 16384) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 64)] * B_ptr[(((((k * 16384) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 64)]));
      int cse_v10 = ((((k * 16384) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 80);
      C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1310720)] = (C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1310720)] + (A_ptr[((((k * 16384) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 80)] * B_ptr[((((k * 16384) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2)]));
      C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1310784)] = (C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1310784)] + (A_ptr[((((k * 16384) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 80)] * B_ptr[(((((k * 16384) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 64)]));
      int cse_v11 = ((((k * 16384) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 96);
      C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1572864)] = (C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1572864)] + (A_ptr[((((k * 16384) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 96)] * B_ptr[((((k * 16384) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2)]));
      C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1572928)] = (C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1572928)] + (A_ptr[((((k * 16384) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 96)] * B_ptr[(((((k * 16384) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 64)]));
      int cse_v12 = ((((k * 16384) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 112);
      C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1835008)] = (C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1835008)] + (A_ptr[((((k * 16384) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 112)] * B_ptr[((((k * 16384) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2)]));
      C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1835072)] = (C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1835072)] + (A_ptr[((((k * 16384) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x)) + 112)] * B_ptr[(((((k * 16384) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 64)]));
    }
  }
}
