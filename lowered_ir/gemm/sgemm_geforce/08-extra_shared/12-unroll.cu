// gemm/sgemm_geforce:extra_shared:unroll
// C[i,j] += sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
// why: rows of A lie along k: with k unrolled, nvcc reads four k by one LDS.128
// target: cuda sm_90
// build: 20480 B of shared memory beyond need
// launch main_kernel: grid 16 x 64 x 1, block 32 x 4 x 1, shared 40960 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(128) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr, float* __restrict__ C_in_ptr) {
  alignas(64) float C_sum_local_ptr[128];
  __shared__ alignas(64) float A_shared_ptr[1024];
  __shared__ alignas(64) float B_shared_ptr[9216];
  alignas(64) float B_shared_local_ptr[8];
  for (int i_1_2_init = 0; i_1_2_init < 4; ++i_1_2_init) {
    for (int j_1_2_init = 0; j_1_2_init < 4; ++j_1_2_init) {
      int cse_v6 = ((i_1_2_init * 4) + j_1_2_init);
      C_sum_local_ptr[((i_1_2_init * 4) + j_1_2_init)] = 0x0p+0f/*0.000000e+00*/;
      C_sum_local_ptr[(((i_1_2_init * 4) + j_1_2_init) + 64)] = 0x0p+0f/*0.000000e+00*/;
      C_sum_local_ptr[(((i_1_2_init * 4) + j_1_2_init) + 16)] = 0x0p+0f/*0.000000e+00*/;
      C_sum_local_ptr[(((i_1_2_init * 4) + j_1_2_init) + 80)] = 0x0p+0f/*0.000000e+00*/;
      C_sum_local_ptr[(((i_1_2_init * 4) + j_1_2_init) + 32)] = 0x0p+0f/*0.000000e+00*/;
      C_sum_local_ptr[(((i_1_2_init * 4) + j_1_2_init) + 96)] = 0x0p+0f/*0.000000e+00*/;
      C_sum_local_ptr[(((i_1_2_init * 4) + j_1_2_init) + 48)] = 0x0p+0f/*0.000000e+00*/;
      C_sum_local_ptr[(((i_1_2_init * 4) + j_1_2_init) + 112)] = 0x0p+0f/*0.000000e+00*/;
    }
  }
  int cse_v1 = (((int)blockIdx.y) * 262144);
  int cse_v3 = (((int)threadIdx.x) * 4);
  int cse_v4 = (((int)blockIdx.x) * 256);
  for (int k_0 = 0; k_0 < 256; ++k_0) {
    int cse_v2 = (((int)threadIdx.y) * 128);
    __syncthreads();
    for (int ax0_ax1_fused_0 = 0; ax0_ax1_fused_0 < 2; ++ax0_ax1_fused_0) {
      *(float4*)(A_shared_ptr + (((ax0_ax1_fused_0 * 512) + (((int)threadIdx.y) * 128)) + (((int)threadIdx.x) * 4))) = *(float4*)(A_ptr + ((((((((int)blockIdx.y) * 262144) + (ax0_ax1_fused_0 * 131072)) + (((int)threadIdx.y) * 32768)) + ((((int)threadIdx.x) >> 2) * 4096)) + (k_0 * 16)) + ((((int)threadIdx.x) & 3) * 4)));
    }
    for (int ax0_ax1_fused_0_1 = 0; ax0_ax1_fused_0_1 < 8; ++ax0_ax1_fused_0_1) {
      *(float4*)(B_shared_ptr + (((ax0_ax1_fused_0_1 * 512) + (((int)threadIdx.y) * 128)) + (((int)threadIdx.x) * 4))) = *(float4*)(B_ptr + ((((((k_0 * 65536) + (ax0_ax1_fused_0_1 * 8192)) + ((((int)threadIdx.y) >> 1) * 4096)) + (((int)blockIdx.x) * 256)) + ((((int)threadIdx.y) & 1) * 128)) + (((int)threadIdx.x) * 4)));
    }
    __syncthreads();
    #pragma unroll
    for (int k_1 = 0; k_1 < 16; ++k_1) {
      int cse_v7 = ((k_1 * 256) + (((int)threadIdx.x) * 4));
      *(float4*)(B_shared_local_ptr + 0) = *(float4*)(B_shared_ptr + ((k_1 * 256) + (((int)threadIdx.x) * 4)));
      *(float4*)(B_shared_local_ptr + 4) = *(float4*)(B_shared_ptr + (((k_1 * 256) + (((int)threadIdx.x) * 4)) + 128));
      #pragma unroll
      for (int i_1_2 = 0; i_1_2 < 4; ++i_1_2) {
        #pragma unroll
        for (int j_1_2 = 0; j_1_2 < 4; ++j_1_2) {
          int cse_v8 = ((i_1_2 * 4) + j_1_2);
          int cse_v10 = (((((int)threadIdx.y) * 64) + (i_1_2 * 16)) + k_1);
          C_sum_local_ptr[((i_1_2 * 4) + j_1_2)] = (C_sum_local_ptr[((i_1_2 * 4) + j_1_2)] + (A_shared_ptr[(((((int)threadIdx.y) * 64) + (i_1_2 * 16)) + k_1)] * B_shared_local_ptr[j_1_2]));
          int cse_v5 = (j_1_2 + 4);
          int cse_v11 = (((i_1_2 * 4) + j_1_2) + 64);
          C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 64)] = (C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 64)] + (A_shared_ptr[(((((int)threadIdx.y) * 64) + (i_1_2 * 16)) + k_1)] * B_shared_local_ptr[(j_1_2 + 4)]));
          int cse_v12 = (((i_1_2 * 4) + j_1_2) + 16);
          int cse_v18 = ((((((int)threadIdx.y) * 64) + (i_1_2 * 16)) + k_1) + 256);
          C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 16)] = (C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 16)] + (A_shared_ptr[((((((int)threadIdx.y) * 64) + (i_1_2 * 16)) + k_1) + 256)] * B_shared_local_ptr[j_1_2]));
          int cse_v13 = (((i_1_2 * 4) + j_1_2) + 80);
          C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 80)] = (C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 80)] + (A_shared_ptr[((((((int)threadIdx.y) * 64) + (i_1_2 * 16)) + k_1) + 256)] * B_shared_local_ptr[(j_1_2 + 4)]));
          int cse_v14 = (((i_1_2 * 4) + j_1_2) + 32);
          int cse_v19 = ((((((int)threadIdx.y) * 64) + (i_1_2 * 16)) + k_1) + 512);
          C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 32)] = (C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 32)] + (A_shared_ptr[((((((int)threadIdx.y) * 64) + (i_1_2 * 16)) + k_1) + 512)] * B_shared_local_ptr[j_1_2]));
          int cse_v15 = (((i_1_2 * 4) + j_1_2) + 96);
          C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 96)] = (C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 96)] + (A_shared_ptr[((((((int)threadIdx.y) * 64) + (i_1_2 * 16)) + k_1) + 512)] * B_shared_local_ptr[(j_1_2 + 4)]));
          int cse_v16 = (((i_1_2 * 4) + j_1_2) + 48);
          int cse_v20 = ((((((int)threadIdx.y) * 64) + (i_1_2 * 16)) + k_1) + 768);
          C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 48)] = (C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 48)] + (A_shared_ptr[((((((int)threadIdx.y) * 64) + (i_1_2 * 16)) + k_1) + 768)] * B_shared_local_ptr[j_1_2]));
          int cse_v17 = (((i_1_2 * 4) + j_1_2) + 112);
          C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 112)] = (C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 112)] + (A_shared_ptr[((((((int)threadIdx.y) * 64) + (i_1_2 * 16)) + k_1) + 768)] * B_shared_local_ptr[(j_1_2 + 4)]));
        }
      }
    }
  }
  for (int ax0 = 0; ax0 < 4; ++ax0) {
    for (int ax1 = 0; ax1 < 4; ++ax1) {
      int cse_v9 = ((ax0 * 4) + ax1);
      int cse_v21 = ((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1);
      C_ptr[((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1)] = (C_in_ptr[((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1)] + C_sum_local_ptr[((ax0 * 4) + ax1)]);
      int cse_v22 = (((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 128);
      C_ptr[(((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 128)] = (C_in_ptr[(((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 128)] + C_sum_local_ptr[(((ax0 * 4) + ax1) + 64)]);
      int cse_v23 = (((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 65536);
      C_ptr[(((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 65536)] = (C_in_ptr[(((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 65536)] + C_sum_local_ptr[(((ax0 * 4) + ax1) + 16)]);
      int cse_v24 = (((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 65664);
      C_ptr[(((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 65664)] = (C_in_ptr[(((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 65664)] + C_sum_local_ptr[(((ax0 * 4) + ax1) + 80)]);
      int cse_v25 = (((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 131072);
      C_ptr[(((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 131072)] = (C_in_ptr[(((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 131072)] + C_sum_local_ptr[(((ax0 * 4) + ax1) + 32)]);
      int cse_v26 = (((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 131200);
      C_ptr[(((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 131200)] = (C_in_ptr[(((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 131200)] + C_sum_local_ptr[(((ax0 * 4) + ax1) + 96)]);
      int cse_v27 = (((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 196608);
      C_ptr[(((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 196608)] = (C_in_ptr[(((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 196608)] + C_sum_local_ptr[(((ax0 * 4) + ax1) + 48)]);
      int cse_v28 = (((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 196736);
      C_ptr[(((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 196736)] = (C_in_ptr[(((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 196736)] + C_sum_local_ptr[(((ax0 * 4) + ax1) + 112)]);
    }
  }
}
