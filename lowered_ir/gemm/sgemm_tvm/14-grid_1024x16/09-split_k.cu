// gemm/sgemm_tvm:grid_1024x16:split_k
// C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
// why: a slice of K fits in shared memory; each k is an outer product
// target: cuda sm_90
// launch main_kernel: grid 1024 x 16 x 1, block 16 x 16 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  alignas(64) float C_local_ptr[64];
  int cse_v1 = (((int)blockIdx.x) & 127);
  int cse_v2 = (((int)blockIdx.y) * 1024);
  int cse_v3 = (((int)threadIdx.y) * 4);
  int cse_v6 = ((((int)blockIdx.x) >> 7) * 128);
  for (int k_0 = 0; k_0 < 1024; ++k_0) {
    for (int k_1 = 0; k_1 < 16; ++k_1) {
      for (int i_1_2 = 0; i_1_2 < 4; ++i_1_2) {
        for (int j_1_2 = 0; j_1_2 < 4; ++j_1_2) {
          int cse_v4 = ((i_1_2 * 4) + j_1_2);
          int cse_v8 = (((i_1_2 * 4) + j_1_2) + 32);
          int cse_v9 = (((i_1_2 * 4) + j_1_2) + 16);
          int cse_v10 = (((i_1_2 * 4) + j_1_2) + 48);
          if (((k_0 * 16) + k_1) == 0) {
            C_local_ptr[((i_1_2 * 4) + j_1_2)] = 0x0p+0f/*0.000000e+00*/;
            C_local_ptr[(((i_1_2 * 4) + j_1_2) + 32)] = 0x0p+0f/*0.000000e+00*/;
            C_local_ptr[(((i_1_2 * 4) + j_1_2) + 16)] = 0x0p+0f/*0.000000e+00*/;
            C_local_ptr[(((i_1_2 * 4) + j_1_2) + 48)] = 0x0p+0f/*0.000000e+00*/;
          }
          int cse_v5 = ((k_0 * 262144) + (k_1 * 16384));
          int cse_v11 = (((((k_0 * 262144) + (k_1 * 16384)) + ((((int)blockIdx.x) & 127) * 128)) + (((int)threadIdx.x) * 4)) + i_1_2);
          int cse_v12 = ((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 1024)) + ((((int)blockIdx.x) >> 7) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2);
          C_local_ptr[((i_1_2 * 4) + j_1_2)] = (C_local_ptr[((i_1_2 * 4) + j_1_2)] + (A_ptr[(((((k_0 * 262144) + (k_1 * 16384)) + ((((int)blockIdx.x) & 127) * 128)) + (((int)threadIdx.x) * 4)) + i_1_2)] * B_ptr[((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 1024)) + ((((int)blockIdx.x) >> 7) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2)]));
          int cse_v14 = (((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 1024)) + ((((int)blockIdx.x) >> 7) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 64);
          C_local_ptr[(((i_1_2 * 4) + j_1_2) + 32)] = (C_local_ptr[(((i_1_2 * 4) + j_1_2) + 32)] + (A_ptr[(((((k_0 * 262144) + (k_1 * 16384)) + ((((int)blockIdx.x) & 127) * 128)) + (((int)threadIdx.x) * 4)) + i_1_2)] * B_ptr[(((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 1024)) + ((((int)blockIdx.x) >> 7) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 64)]));
          int cse_v13 = ((((((k_0 * 262144) + (k_1 * 16384)) + ((((int)blockIdx.x) & 127) * 128)) + (((int)threadIdx.x) * 4)) + i_1_2) + 64);
          C_local_ptr[(((i_1_2 * 4) + j_1_2) + 16)] = (C_local_ptr[(((i_1_2 * 4) + j_1_2) + 16)] + (A_ptr[((((((k_0 * 262144) + (k_1 * 16384)) + ((((int)blockIdx.x) & 127) * 128)) + (((int)threadIdx.x) * 4)) + i_1_2) + 64)] * B_ptr[((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 1024)) + ((((int)blockIdx.x) >> 7) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2)]));
          C_local_ptr[(((i_1_2 * 4) + j_1_2) + 48)] = (C_local_ptr[(((i_1_2 * 4) + j_1_2) + 48)] + (A_ptr[((((((k_0 * 262144) + (k_1 * 16384)) + ((((int)blockIdx.x) & 127) * 128)) + (((int)threadIdx.x) * 4)) + i_1_2) + 64)] * B_ptr[(((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 1024)) + ((((int)blockIdx.x) >> 7) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 64)]));
        }
      }
    }
  }
  for (int ax0 = 0; ax0 < 4; ++ax0) {
    for (int ax1 = 0; ax1 < 4; ++ax1) {
      int cse_v7 = ((ax0 * 4) + ax1);
      int cse_v15 = ((((((((((int)blockIdx.x) & 127) * 2097152) + (((int)threadIdx.x) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.y) * 1024)) + ((((int)blockIdx.x) >> 7) * 128)) + (((int)threadIdx.y) * 4)) + ax1);
      C_ptr[((((((((((int)blockIdx.x) & 127) * 2097152) + (((int)threadIdx.x) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.y) * 1024)) + ((((int)blockIdx.x) >> 7) * 128)) + (((int)threadIdx.y) * 4)) + ax1)] = C_local_ptr[((ax0 * 4) + ax1)];
      C_ptr[(((((((((((int)blockIdx.x) & 127) * 2097152) + (((int)threadIdx.x) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.y) * 1024)) + ((((int)blockIdx.x) >> 7) * 128)) + (((int)threadIdx.y) * 4)) + ax1) + 64)] = C_local_ptr[(((ax0 * 4) + ax1) + 32)];
      C_ptr[(((((((((((int)blockIdx.x) & 127) * 2097152) + (((int)threadIdx.x) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.y) * 1024)) + ((((int)blockIdx.x) >> 7) * 128)) + (((int)threadIdx.y) * 4)) + ax1) + 1048576)] = C_local_ptr[(((ax0 * 4) + ax1) + 16)];
      C_ptr[(((((((((((int)blockIdx.x) & 127) * 2097152) + (((int)threadIdx.x) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.y) * 1024)) + ((((int)blockIdx.x) >> 7) * 128)) + (((int)threadIdx.y) * 4)) + ax1) + 1048640)] = C_local_ptr[(((ax0 * 4) + ax1) + 48)];
    }
  }
}
