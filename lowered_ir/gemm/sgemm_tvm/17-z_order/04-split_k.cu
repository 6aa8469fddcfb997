// gemm/sgemm_tvm:z_order:split_k
// C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
// why: a slice of K fits in shared memory; each k is an outer product
// target: cuda sm_90
// launch main_kernel: grid 128 x 128 x 1, block 256 x 1 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  alignas(64) float C_local_ptr[64];
  int cse_v1 = (((int)threadIdx.x) >> 6);
  int cse_v2 = (((int)blockIdx.x) * 128);
  int cse_v6 = ((((int)threadIdx.x) & 31) >> 4);
  int cse_v7 = ((((int)threadIdx.x) & 3) >> 1);
  int cse_v8 = ((((int)threadIdx.x) & 1) * 4);
  int cse_v12 = (((((int)threadIdx.x) & 63) >> 5) * 64);
  int cse_v13 = (((((int)threadIdx.x) & 15) >> 2) * 8);
  for (int k_0 = 0; k_0 < 1024; ++k_0) {
    for (int k_1 = 0; k_1 < 16; ++k_1) {
      for (int i_4 = 0; i_4 < 4; ++i_4) {
        for (int j_4 = 0; j_4 < 4; ++j_4) {
          int cse_v4 = ((i_4 * 4) + j_4);
          int cse_v9 = (((i_4 * 4) + j_4) + 32);
          int cse_v10 = (((i_4 * 4) + j_4) + 16);
          int cse_v11 = (((i_4 * 4) + j_4) + 48);
          if (((k_0 * 16) + k_1) == 0) {
            C_local_ptr[((i_4 * 4) + j_4)] = 0x0p+0f/*0.000000e+00*/;
            C_local_ptr[(((i_4 * 4) + j_4) + 32)] = 0x0p+0f/*0.000000e+00*/;
            C_local_ptr[(((i_4 * 4) + j_4) + 16)] = 0x0p+0f/*0.000000e+00*/;
            C_local_ptr[(((i_4 * 4) + j_4) + 48)] = 0x0p+0f/*0.000000e+00*/;
          }
          int cse_v5 = ((k_0 * 262144) + (k_1 * 16384));
          int cse_v14 = (((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 128)) + ((((int)threadIdx.x) >> 6) * 32)) + (((((int)threadIdx.x) & 31) >> 4) * 8)) + (((((int)threadIdx.x) & 3) >> 1) * 4)) + i_4);
          int cse_v15 = (((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + (((((int)threadIdx.x) & 15) >> 2) * 8)) + ((((int)threadIdx.x) & 1) * 4)) + j_4);
          C_local_ptr[((i_4 * 4) + j_4)] = (C_local_ptr[((i_4 * 4) + j_4)] + (A_ptr[(((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 128)) + ((((int)threadIdx.x) >> 6) * 32)) + (((((int)threadIdx.x) & 31) >> 4) * 8)) + (((((int)threadIdx.x) & 3) >> 1) * 4)) + i_4)] * B_ptr[(((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + (((((int)threadIdx.x) & 15) >> 2) * 8)) + ((((int)threadIdx.x) & 1) * 4)) + j_4)]));
          int cse_v16 = ((((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 128)) + ((((int)threadIdx.x) >> 6) * 32)) + (((((int)threadIdx.x) & 31) >> 4) * 8)) + (((((int)threadIdx.x) & 3) >> 1) * 4)) + i_4) + 16);
          C_local_ptr[(((i_4 * 4) + j_4) + 32)] = (C_local_ptr[(((i_4 * 4) + j_4) + 32)] + (A_ptr[((((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 128)) + ((((int)threadIdx.x) >> 6) * 32)) + (((((int)threadIdx.x) & 31) >> 4) * 8)) + (((((int)threadIdx.x) & 3) >> 1) * 4)) + i_4) + 16)] * B_ptr[(((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + (((((int)threadIdx.x) & 15) >> 2) * 8)) + ((((int)threadIdx.x) & 1) * 4)) + j_4)]));
          int cse_v17 = ((((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + (((((int)threadIdx.x) & 15) >> 2) * 8)) + ((((int)threadIdx.x) & 1) * 4)) + j_4) + 32);
          C_local_ptr[(((i_4 * 4) + j_4) + 16)] = (C_local_ptr[(((i_4 * 4) + j_4) + 16)] + (A_ptr[(((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 128)) + ((((int)threadIdx.x) >> 6) * 32)) + (((((int)threadIdx.x) & 31) >> 4) * 8)) + (((((int)threadIdx.x) & 3) >> 1) * 4)) + i_4)] * B_ptr[((((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + (((((int)threadIdx.x) & 15) >> 2) * 8)) + ((((int)threadIdx.x) & 1) * 4)) + j_4) + 32)]));
          C_local_ptr[(((i_4 * 4) + j_4) + 48)] = (C_local_ptr[(((i_4 * 4) + j_4) + 48)] + (A_ptr[((((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 128)) + ((((int)threadIdx.x) >> 6) * 32)) + (((((int)threadIdx.x) & 31) >> 4) * 8)) + (((((int)threadIdx.x) & 3) >> 1) * 4)) + i_4) + 16)] * B_ptr[((((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + (((((int)threadIdx.x) & 15) >> 2) * 8)) + ((((int)threadIdx.x) & 1) * 4)) + j_4) + 32)]));
        }
      }
    }
  }
  for (int ax0 = 0; ax0 < 4; ++ax0) {
    int cse_v3 = (ax0 * 4);
    int cse_v18 = (((((((((((int)blockIdx.y) * 2097152) + ((((int)threadIdx.x) >> 6) * 524288)) + (((((int)threadIdx.x) & 31) >> 4) * 131072)) + (((((int)threadIdx.x) & 3) >> 1) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + (((((int)threadIdx.x) & 15) >> 2) * 8)) + ((((int)threadIdx.x) & 1) * 4));
    *(float4*)(C_ptr + (((((((((((int)blockIdx.y) * 2097152) + ((((int)threadIdx.x) >> 6) * 524288)) + (((((int)threadIdx.x) & 31) >> 4) * 131072)) + (((((int)threadIdx.x) & 3) >> 1) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + (((((int)threadIdx.x) & 15) >> 2) * 8)) + ((((int)threadIdx.x) & 1) * 4))) = *(float4*)(C_local_ptr + (ax0 * 4));
    *(float4*)(C_ptr + ((((((((((((int)blockIdx.y) * 2097152) + ((((int)threadIdx.x) >> 6) * 524288)) + (((((int)threadIdx.x) & 31) >> 4) * 131072)) + (((((int)threadIdx.x) & 3) >> 1) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + (((((int)threadIdx.x) & 15) >> 2) * 8)) + ((((int)threadIdx.x) & 1) * 4)) + 262144)) = *(float4*)(C_local_ptr + ((ax0 * 4) + 32));
    *(float4*)(C_ptr + ((((((((((((int)blockIdx.y) * 2097152) + ((((int)threadIdx.x) >> 6) * 524288)) + (((((int)threadIdx.x) & 31) >> 4) * 131072)) + (((((int)threadIdx.x) & 3) >> 1) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + (((((int)threadIdx.x) & 15) >> 2) * 8)) + ((((int)threadIdx.x) & 1) * 4)) + 32)) = *(float4*)(C_local_ptr + ((ax0 * 4) + 16));
    *(float4*)(C_ptr + ((((((((((((int)blockIdx.y) * 2097152) + ((((int)threadIdx.x) >> 6) * 524288)) + (((((int)threadIdx.x) & 31) >> 4) * 131072)) + (((((int)threadIdx.x) & 3) >> 1) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + (((((int)threadIdx.x) & 15) >> 2) * 8)) + ((((int)threadIdx.x) & 1) * 4)) + 262176)) = *(float4*)(C_local_ptr + ((ax0 * 4) + 48));
  }
}
