// gemm/sgemm_geforce:transposed_store:vthread
// C[i,j] += sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
// why: all 128 accumulators in one loop over k, so that A and B are read once
// target: cuda sm_90
// launch main_kernel: grid 16 x 64 x 1, block 32 x 4 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(128) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr, float* __restrict__ C_in_ptr) {
  alignas(64) float C_sum_local_ptr[128];
  int cse_v1 = (((int)blockIdx.x) * 256);
  int cse_v2 = (((int)threadIdx.x) * 4);
  int cse_v4 = ((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384));
  for (int k = 0; k < 4096; ++k) {
    for (int i_1_2 = 0; i_1_2 < 4; ++i_1_2) {
      for (int j_1_2 = 0; j_1_2 < 4; ++j_1_2) {
        int cse_v3 = ((i_1_2 * 4) + j_1_2);
        int cse_v6 = (((i_1_2 * 4) + j_1_2) + 64);
        int cse_v7 = (((i_1_2 * 4) + j_1_2) + 16);
        int cse_v8 = (((i_1_2 * 4) + j_1_2) + 80);
        int cse_v9 = (((i_1_2 * 4) + j_1_2) + 32);
        int cse_v10 = (((i_1_2 * 4) + j_1_2) + 96);
        int cse_v11 = (((i_1_2 * 4) + j_1_2) + 48);
        int cse_v12 = (((i_1_2 * 4) + j_1_2) + 112);
        if (k == 0) {
          C_sum_local_ptr[((i_1_2 * 4) + j_1_2)] = 0x0p+0f/*0.000000e+00*/;
          C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 64)] = 0x0p+0f/*0.000000e+00*/;
          C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 16)] = 0x0p+0f/*0.000000e+00*/;
          C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 80)] = 0x0p+0f/*0.000000e+00*/;
          C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 32)] = 0x0p+0f/*0.000000e+00*/;
          C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 96)] = 0x0p+0f/*0.000000e+00*/;
          C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 48)] = 0x0p+0f/*0.000000e+00*/;
          C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 112)] = 0x0p+0f/*0.000000e+00*/;
        }
        int cse_v13 = ((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (i_1_2 * 4096)) + k);
        int cse_v14 = ((((k * 4096) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + j_1_2);
        C_sum_local_ptr[((i_1_2 * 4) + j_1_2)] = (C_sum_local_ptr[((i_1_2 * 4) + j_1_2)] + (A_ptr[((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (i_1_2 * 4096)) + k)] * B_ptr[((((k * 4096) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + j_1_2)]));
        int cse_v15 = (((((k * 4096) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + j_1_2) + 128);
        C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 64)] = (C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 64)] + (A_ptr[((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (i_1_2 * 4096)) + k)] * B_ptr[(((((k * 4096) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + j_1_2) + 128)]));
        int cse_v16 = (((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (i_1_2 * 4096)) + k) + 65536);
        C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 16)] = (C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 16)] + (A_ptr[(((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (i_1_2 * 4096)) + k) + 65536)] * B_ptr[((((k * 4096) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + j_1_2)]));
        C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 80)] = (C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 80)] + (A_ptr[(((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (i_1_2 * 4096)) + k) + 65536)] * B_ptr[(((((k * 4096) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + j_1_2) + 128)]));
        int cse_v17 = (((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (i_1_2 * 4096)) + k) + 131072);
        C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 32)] = (C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 32)] + (A_ptr[(((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (i_1_2 * 4096)) + k) + 131072)] * B_ptr[((((k * 4096) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + j_1_2)]));
        C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 96)] = (C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 96)] + (A_ptr[(((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (i_1_2 * 4096)) + k) + 131072)] * B_ptr[(((((k * 4096) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + j_1_2) + 128)]));
        int cse_v18 = (((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (i_1_2 * 4096)) + k) + 196608);
        C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 48)] = (C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 48)] + (A_ptr[(((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (i_1_2 * 4096)) + k) + 196608)] * B_ptr[((((k * 4096) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + j_1_2)]));
        C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 112)] = (C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 112)] + (A_ptr[(((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (i_1_2 * 4096)) + k) + 196608)] * B_ptr[(((((k * 4096) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + j_1_2) + 128)]));
      }
    }
  }
  for (int ax0 = 0; ax0 < 4; ++ax0) {
    for (int ax1 = 0; ax1 < 4; ++ax1) {
      int cse_v5 = ((ax0 * 4) + ax1);
      int cse_v19 = ((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1);
      C_ptr[((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1)] = (C_in_ptr[((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1)] + C_sum_local_ptr[((ax0 * 4) + ax1)]);
      int cse_v20 = (((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 128);
      C_ptr[(((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 128)] = (C_in_ptr[(((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 128)] + C_sum_local_ptr[(((ax0 * 4) + ax1) + 64)]);
      int cse_v21 = (((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 65536);
      C_ptr[(((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 65536)] = (C_in_ptr[(((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 65536)] + C_sum_local_ptr[(((ax0 * 4) + ax1) + 16)]);
      int cse_v22 = (((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 65664);
      C_ptr[(((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 65664)] = (C_in_ptr[(((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 65664)] + C_sum_local_ptr[(((ax0 * 4) + ax1) + 80)]);
      int cse_v23 = (((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 131072);
      C_ptr[(((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 131072)] = (C_in_ptr[(((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 131072)] + C_sum_local_ptr[(((ax0 * 4) + ax1) + 32)]);
      int cse_v24 = (((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 131200);
      C_ptr[(((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 131200)] = (C_in_ptr[(((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 131200)] + C_sum_local_ptr[(((ax0 * 4) + ax1) + 96)]);
      int cse_v25 = (((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 196608);
      C_ptr[(((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 196608)] = (C_in_ptr[(((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 196608)] + C_sum_local_ptr[(((ax0 * 4) + ax1) + 48)]);
      int cse_v26 = (((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 196736);
      C_ptr[(((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 196736)] = (C_in_ptr[(((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 196736)] + C_sum_local_ptr[(((ax0 * 4) + ax1) + 112)]);
    }
  }
}
