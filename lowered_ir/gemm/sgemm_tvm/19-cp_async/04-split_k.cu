// gemm/sgemm_tvm:cp_async:split_k
// C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
// why: a slice of K fits in shared memory; each k is an outer product
// target: cuda sm_90
// build: cp.async on, storage rewrite off
// launch main_kernel: grid 128 x 64 x 1, block 256 x 1 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  alignas(64) float C_local_ptr[128];
  int cse_v1 = (((int)threadIdx.x) >> 6);
  int cse_v2 = (((int)blockIdx.x) * 128);
  int cse_v6 = ((((int)threadIdx.x) & 31) >> 3);
  int cse_v7 = ((((int)threadIdx.x) & 7) * 4);
  int cse_v15 = (((((int)threadIdx.x) & 63) >> 5) * 64);
  for (int k_0 = 0; k_0 < 1024; ++k_0) {
    for (int k_1 = 0; k_1 < 16; ++k_1) {
      for (int i_4 = 0; i_4 < 4; ++i_4) {
        for (int j_4 = 0; j_4 < 4; ++j_4) {
          int cse_v4 = ((i_4 * 4) + j_4);
          int cse_v8 = (((i_4 * 4) + j_4) + 32);
          int cse_v9 = (((i_4 * 4) + j_4) + 64);
          int cse_v10 = (((i_4 * 4) + j_4) + 96);
          int cse_v11 = (((i_4 * 4) + j_4) + 16);
          int cse_v12 = (((i_4 * 4) + j_4) + 48);
          int cse_v13 = (((i_4 * 4) + j_4) + 80);
          int cse_v14 = (((i_4 * 4) + j_4) + 112);
          if (((k_0 * 16) + k_1) == 0) {
            C_local_ptr[((i_4 * 4) + j_4)] = 0x0p+0f/*0.000000e+00*/;
            C_local_ptr[(((i_4 * 4) + j_4) + 32)] = 0x0p+0f/*0.000000e+00*/;
            C_local_ptr[(((i_4 * 4) + j_4) + 64)] = 0x0p+0f/*0.000000e+00*/;
            C_local_ptr[(((i_4 * 4) + j_4) + 96)] = 0x0p+0f/*0.000000e+00*/;
            C_local_ptr[(((i_4 * 4) + j_4) + 16)] = 0x0p+0f/*0.000000e+00*/;
            C_local_ptr[(((i_4 * 4) + j_4) + 48)] = 0x0p+0f/*0.000000e+00*/;
            C_local_ptr[(((i_4 * 4) + j_4) + 80)] = 0x0p+0f/*0.000000e+00*/;
            C_local_ptr[(((i_4 * 4) + j_4) + 112)] = 0x0p+0f/*0.000000e+00*/;
          }
          int cse_v5 = ((k_0 * 262144) + (k_1 * 16384));
          int cse_v16 = ((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 256)) + ((((int)threadIdx.x) >> 6) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4);
          int cse_v17 = ((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4);
          C_local_ptr[((i_4 * 4) + j_4)] = (C_local_ptr[((i_4 * 4) + j_4)] + (A_ptr[((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 256)) + ((((int)threadIdx.x) >> 6) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4)] * B_ptr[((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4)]));
          int cse_v18 = (((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 256)) + ((((int)threadIdx.x) >> 6) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4) + 16);
          C_local_ptr[(((i_4 * 4) + j_4) + 32)] = (C_local_ptr[(((i_4 * 4) + j_4) + 32)] + (A_ptr[(((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 256)) + ((((int)threadIdx.x) >> 6) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4) + 16)] * B_ptr[((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4)]));
          int cse_v19 = (((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 256)) + ((((int)threadIdx.x) >> 6) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4) + 32);
          C_local_ptr[(((i_4 * 4) + j_4) + 64)] = (C_local_ptr[(((i_4 * 4) + j_4) + 64)] + (A_ptr[(((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 256)) + ((((int)threadIdx.x) >> 6) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4) + 32)] * B_ptr[((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4)]));
          int cse_v20 = (((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 256)) + ((((int)threadIdx.x) >> 6) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4) + 48);
          C_local_ptr[(((i_4 * 4) + j_4) + 96)] = (C_local_ptr[(((i_4 * 4) + j_4) + 96)] + (A_ptr[(((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 256)) + ((((int)threadIdx.x) >> 6) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4) + 48)] * B_ptr[((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4)]));
          int cse_v21 = (((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 32);
          C_local_ptr[(((i_4 * 4) + j_4) + 16)] = (C_local_ptr[(((i_4 * 4) + j_4) + 16)] + (A_ptr[((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 256)) + ((((int)threadIdx.x) >> 6) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4)] * B_ptr[(((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 32)]));
          C_local_ptr[(((i_4 * 4) + j_4) + 48)] = (C_local_ptr[(((i_4 * 4) + j_4) + 48)] + (A_ptr[(((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 256)) + ((((int)threadIdx.x) >> 6) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4) + 16)] * B_ptr[(((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 32)]));
          C_local_ptr[(((i_4 * 4) + j_4) + 80)] = (C_local_ptr[(((i_4 * 4) + j_4) + 80)] + (A_ptr[(((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 256)) + ((((int)threadIdx.x) >> 6) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4) + 32)] * B_ptr[(((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 32)]));
          C_local_ptr[(((i_4 * 4) + j_4) + 112)] = (C_local_ptr[(((i_4 * 4) + j_4) + 112)] + (A_ptr[(((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.y) * 256)) + ((((int)threadIdx.x) >> 6) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4) + 48)] * B_ptr[(((((((k_0 * 262144) + (k_1 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 32)]));
        }
      }
    }
  }
  for (int ax0 = 0; ax0 < 4; ++ax0) {
    int cse_v3 = (ax0 * 4);
    int cse_v22 = (((((((((int)blockIdx.y) * 4194304) + ((((int)threadIdx.x) >> 6) * 1048576)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4));
    *(float4*)(C_ptr + (((((((((int)blockIdx.y) * 4194304) + ((((int)threadIdx.x) >> 6) * 1048576)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4))) = *(float4*)(C_local_ptr + (ax0 * 4));
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 4194304) + ((((int)threadIdx.x) >> 6) * 1048576)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 262144)) = *(float4*)(C_local_ptr + ((ax0 * 4) + 32));
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 4194304) + ((((int)threadIdx.x) >> 6) * 1048576)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 524288)) = *(float4*)(C_local_ptr + ((ax0 * 4) + 64));
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 4194304) + ((((int)threadIdx.x) >> 6) * 1048576)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 786432)) = *(float4*)(C_local_ptr + ((ax0 * 4) + 96));
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 4194304) + ((((int)threadIdx.x) >> 6) * 1048576)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 32)) = *(float4*)(C_local_ptr + ((ax0 * 4) + 16));
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 4194304) + ((((int)threadIdx.x) >> 6) * 1048576)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 262176)) = *(float4*)(C_local_ptr + ((ax0 * 4) + 48));
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 4194304) + ((((int)threadIdx.x) >> 6) * 1048576)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 524320)) = *(float4*)(C_local_ptr + ((ax0 * 4) + 80));
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 4194304) + ((((int)threadIdx.x) >> 6) * 1048576)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 786464)) = *(float4*)(C_local_ptr + ((ax0 * 4) + 112));
  }
}
