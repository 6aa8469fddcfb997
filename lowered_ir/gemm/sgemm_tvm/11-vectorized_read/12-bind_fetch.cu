// gemm/sgemm_tvm:vectorized_read:bind_fetch
// C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
// why: lane l copies the l-th piece of the tile, 4 floats per thread: no bank conflicts
// target: cuda sm_90
// launch main_kernel: grid 128 x 128 x 1, block 16 x 16 x 1, shared 16384 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  alignas(64) float C_local_ptr[64];
  __shared__ alignas(64) float A_shared_ptr[2048];
  __shared__ alignas(64) float B_shared_ptr[2048];
  alignas(64) float A_shared_local_ptr[8];
  alignas(64) float B_shared_local_ptr[8];
  for (int i_1_2_init = 0; i_1_2_init < 4; ++i_1_2_init) {
    for (int j_1_2_init = 0; j_1_2_init < 4; ++j_1_2_init) {
      int cse_v9 = ((i_1_2_init * 4) + j_1_2_init);
      C_local_ptr[((i_1_2_init * 4) + j_1_2_init)] = 0x0p+0f/*0.000000e+00*/;
      C_local_ptr[(((i_1_2_init * 4) + j_1_2_init) + 32)] = 0x0p+0f/*0.000000e+00*/;
      C_local_ptr[(((i_1_2_init * 4) + j_1_2_init) + 16)] = 0x0p+0f/*0.000000e+00*/;
      C_local_ptr[(((i_1_2_init * 4) + j_1_2_init) + 48)] = 0x0p+0f/*0.000000e+00*/;
    }
  }
  int cse_v4 = (((int)blockIdx.y) * 128);
  int cse_v6 = (((int)threadIdx.y) * 4);
  for (int k_0 = 0; k_0 < 1024; ++k_0) {
    int cse_v1 = (k_0 * 262144);
    int cse_v2 = (((int)threadIdx.x) * 4);
    int cse_v3 = (((int)threadIdx.y) * 64);
    int cse_v10 = ((((int)threadIdx.y) >> 1) * 16384);
    int cse_v11 = ((((int)threadIdx.y) & 1) * 64);
    __syncthreads();
    for (int ax0_ax1_fused_0 = 0; ax0_ax1_fused_0 < 2; ++ax0_ax1_fused_0) {
      *(float4*)(A_shared_ptr + (((ax0_ax1_fused_0 * 1024) + (((int)threadIdx.y) * 64)) + (((int)threadIdx.x) * 4))) = *(float4*)(A_ptr + ((((((k_0 * 262144) + (ax0_ax1_fused_0 * 131072)) + ((((int)threadIdx.y) >> 1) * 16384)) + (((int)blockIdx.x) * 128)) + ((((int)threadIdx.y) & 1) * 64)) + (((int)threadIdx.x) * 4)));
    }
    for (int ax0_ax1_fused_0_1 = 0; ax0_ax1_fused_0_1 < 2; ++ax0_ax1_fused_0_1) {
      *(float4*)(B_shared_ptr + (((ax0_ax1_fused_0_1 * 1024) + (((int)threadIdx.y) * 64)) + (((int)threadIdx.x) * 4))) = *(float4*)(B_ptr + ((((((k_0 * 262144) + (ax0_ax1_fused_0_1 * 131072)) + ((((int)threadIdx.y) >> 1) * 16384)) + (((int)blockIdx.y) * 128)) + ((((int)threadIdx.y) & 1) * 64)) + (((int)threadIdx.x) * 4)));
    }
    __syncthreads();
    for (int k_1 = 0; k_1 < 16; ++k_1) {
      int cse_v5 = (k_1 * 128);
      for (int ax1 = 0; ax1 < 4; ++ax1) {
        int cse_v14 = (((k_1 * 128) + (((int)threadIdx.x) * 4)) + ax1);
        A_shared_local_ptr[ax1] = A_shared_ptr[(((k_1 * 128) + (((int)threadIdx.x) * 4)) + ax1)];
        A_shared_local_ptr[(ax1 + 4)] = A_shared_ptr[((((k_1 * 128) + (((int)threadIdx.x) * 4)) + ax1) + 64)];
      }
      for (int ax1_1 = 0; ax1_1 < 4; ++ax1_1) {
        int cse_v15 = (((k_1 * 128) + (((int)threadIdx.y) * 4)) + ax1_1);
        B_shared_local_ptr[ax1_1] = B_shared_ptr[(((k_1 * 128) + (((int)threadIdx.y) * 4)) + ax1_1)];
        B_shared_local_ptr[(ax1_1 + 4)] = B_shared_ptr[((((k_1 * 128) + (((int)threadIdx.y) * 4)) + ax1_1) + 64)];
      }
      for (int i_1_2 = 0; i_1_2 < 4; ++i_1_2) {
        for (int j_1_2 = 0; j_1_2 < 4; ++j_1_2) {
          int cse_v12 = ((i_1_2 * 4) + j_1_2);
          C_local_ptr[((i_1_2 * 4) + j_1_2)] = (C_local_ptr[((i_1_2 * 4) + j_1_2)] + (A_shared_local_ptr[i_1_2] * B_shared_local_ptr[j_1_2]));
          int cse_v7 = (j_1_2 + 4);
          int cse_v16 = (((i_1_2 * 4) + j_1_2) + 32);
          C_local_ptr[(((i_1_2 * 4) + j_1_2) + 32)] = (C_local_ptr[(((i_1_2 * 4) + j_1_2) + 32)] + (A_shared_local_ptr[i_1_2] * B_shared_local_ptr[(j_1_2 + 4)]));
          int cse_v8 = (i_1_2 + 4);
          int cse_v17 = (((i_1_2 * 4) + j_1_2) + 16);
          C_local_ptr[(((i_1_2 * 4) + j_1_2) + 16)] = (C_local_ptr[(((i_1_2 * 4) + j_1_2) + 16)] + (A_shared_local_ptr[(i_1_2 + 4)] * B_shared_local_ptr[j_1_2]));
          int cse_v18 = (((i_1_2 * 4) + j_1_2) + 48);
          C_local_ptr[(((i_1_2 * 4) + j_1_2) + 48)] = (C_local_ptr[(((i_1_2 * 4) + j_1_2) + 48)] + (A_shared_local_ptr[(i_1_2 + 4)] * B_shared_local_ptr[(j_1_2 + 4)]));
        }
      }
    }
  }
  for (int ax0 = 0; ax0 < 4; ++ax0) {
    for (int ax1_2 = 0; ax1_2 < 4; ++ax1_2) {
      int cse_v13 = ((ax0 * 4) + ax1_2);
      int cse_v19 = ((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1_2);
      C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1_2)] = C_local_ptr[((ax0 * 4) + ax1_2)];
      C_ptr[(((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1_2) + 64)] = C_local_ptr[(((ax0 * 4) + ax1_2) + 32)];
      C_ptr[(((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1_2) + 1048576)] = C_local_ptr[(((ax0 * 4) + ax1_2) + 16)];
      C_ptr[(((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1_2) + 1048640)] = C_local_ptr[(((ax0 * 4) + ax1_2) + 48)];
    }
  }
}
