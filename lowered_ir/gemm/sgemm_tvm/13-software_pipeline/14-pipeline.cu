// gemm/sgemm_tvm:software_pipeline:pipeline
// C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
// why: tile k+1 is loaded while tile k is multiplied
// target: cuda sm_90
// launch main_kernel: grid 128 x 128 x 1, block 16 x 16 x 1, shared 32768 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  alignas(64) float C_local_ptr[64];
  __shared__ alignas(64) float A_shared_ptr[4096];
  __shared__ alignas(64) float B_shared_ptr[4096];
  alignas(64) float A_shared_local_ptr[8];
  alignas(64) float B_shared_local_ptr[8];
  alignas(64) float A_shared_local_ptr_1[8];
  alignas(64) float B_shared_local_ptr_1[8];
  for (int i_1_2_init = 0; i_1_2_init < 4; ++i_1_2_init) {
    for (int j_1_2_init = 0; j_1_2_init < 4; ++j_1_2_init) {
      int cse_v12 = ((i_1_2_init * 4) + j_1_2_init);
      C_local_ptr[((i_1_2_init * 4) + j_1_2_init)] = 0x0p+0f/*0.000000e+00*/;
      C_local_ptr[(((i_1_2_init * 4) + j_1_2_init) + 32)] = 0x0p+0f/*0.000000e+00*/;
      C_local_ptr[(((i_1_2_init * 4) + j_1_2_init) + 16)] = 0x0p+0f/*0.000000e+00*/;
      C_local_ptr[(((i_1_2_init * 4) + j_1_2_init) + 48)] = 0x0p+0f/*0.000000e+00*/;
    }
  }
  int cse_v1 = (((int)blockIdx.x) * 128);
  int cse_v2 = (((int)threadIdx.x) * 4);
  int cse_v3 = (((int)threadIdx.y) * 64);
  int cse_v13 = ((((int)threadIdx.y) >> 1) * 16384);
  int cse_v14 = ((((int)threadIdx.y) & 1) * 64);
  for (int ax0_ax1_fused_0 = 0; ax0_ax1_fused_0 < 2; ++ax0_ax1_fused_0) {
    *(float4*)(A_shared_ptr + (((ax0_ax1_fused_0 * 1024) + (((int)threadIdx.y) * 64)) + (((int)threadIdx.x) * 4))) = *(float4*)(A_ptr + (((((ax0_ax1_fused_0 * 131072) + ((((int)threadIdx.y) >> 1) * 16384)) + (((int)blockIdx.x) * 128)) + ((((int)threadIdx.y) & 1) * 64)) + (((int)threadIdx.x) * 4)));
  }
  int cse_v4 = (((int)blockIdx.y) * 128);
  for (int ax0_ax1_fused_0_1 = 0; ax0_ax1_fused_0_1 < 2; ++ax0_ax1_fused_0_1) {
    *(float4*)(B_shared_ptr + (((ax0_ax1_fused_0_1 * 1024) + (((int)threadIdx.y) * 64)) + (((int)threadIdx.x) * 4))) = *(float4*)(B_ptr + (((((ax0_ax1_fused_0_1 * 131072) + ((((int)threadIdx.y) >> 1) * 16384)) + (((int)blockIdx.y) * 128)) + ((((int)threadIdx.y) & 1) * 64)) + (((int)threadIdx.x) * 4)));
  }
  int cse_v6 = (((int)threadIdx.y) * 4);
  for (int k_0 = 0; k_0 < 1023; ++k_0) {
    int cse_v5 = (k_0 * 262144);
    int cse_v20 = (((k_0 + 1) & 1) * 2048);
    __syncthreads();
    for (int ax0_ax1_fused_0_2 = 0; ax0_ax1_fused_0_2 < 2; ++ax0_ax1_fused_0_2) {
      *(float4*)(A_shared_ptr + ((((((k_0 + 1) & 1) * 2048) + (ax0_ax1_fused_0_2 * 1024)) + (((int)threadIdx.y) * 64)) + (((int)threadIdx.x) * 4))) = *(float4*)(A_ptr + (((((((k_0 * 262144) + (ax0_ax1_fused_0_2 * 131072)) + ((((int)threadIdx.y) >> 1) * 16384)) + (((int)blockIdx.x) * 128)) + ((((int)threadIdx.y) & 1) * 64)) + (((int)threadIdx.x) * 4)) + 262144));
    }
    for (int ax0_ax1_fused_0_3 = 0; ax0_ax1_fused_0_3 < 2; ++ax0_ax1_fused_0_3) {
      *(float4*)(B_shared_ptr + ((((((k_0 + 1) & 1) * 2048) + (ax0_ax1_fused_0_3 * 1024)) + (((int)threadIdx.y) * 64)) + (((int)threadIdx.x) * 4))) = *(float4*)(B_ptr + (((((((k_0 * 262144) + (ax0_ax1_fused_0_3 * 131072)) + ((((int)threadIdx.y) >> 1) * 16384)) + (((int)blockIdx.y) * 128)) + ((((int)threadIdx.y) & 1) * 64)) + (((int)threadIdx.x) * 4)) + 262144));
    }
    __syncthreads();
    for (int k_1 = 0; k_1 < 16; ++k_1) {
      int cse_v21 = (((k_0 & 1) * 2048) + (k_1 * 128));
      int cse_v28 = ((((k_0 & 1) * 2048) + (k_1 * 128)) + (((int)threadIdx.x) * 4));
      *(float4*)(A_shared_local_ptr + 0) = *(float4*)(A_shared_ptr + ((((k_0 & 1) * 2048) + (k_1 * 128)) + (((int)threadIdx.x) * 4)));
      *(float4*)(A_shared_local_ptr + 4) = *(float4*)(A_shared_ptr + (((((k_0 & 1) * 2048) + (k_1 * 128)) + (((int)threadIdx.x) * 4)) + 64));
      int cse_v29 = ((((k_0 & 1) * 2048) + (k_1 * 128)) + (((int)threadIdx.y) * 4));
      *(float4*)(B_shared_local_ptr + 0) = *(float4*)(B_shared_ptr + ((((k_0 & 1) * 2048) + (k_1 * 128)) + (((int)threadIdx.y) * 4)));
      *(float4*)(B_shared_local_ptr + 4) = *(float4*)(B_shared_ptr + (((((k_0 & 1) * 2048) + (k_1 * 128)) + (((int)threadIdx.y) * 4)) + 64));
      for (int i_1_2 = 0; i_1_2 < 4; ++i_1_2) {
        for (int j_1_2 = 0; j_1_2 < 4; ++j_1_2) {
          int cse_v15 = ((i_1_2 * 4) + j_1_2);
          C_local_ptr[((i_1_2 * 4) + j_1_2)] = (C_local_ptr[((i_1_2 * 4) + j_1_2)] + (A_shared_local_ptr[i_1_2] * B_shared_local_ptr[j_1_2]));
          int cse_v7 = (j_1_2 + 4);
          int cse_v22 = (((i_1_2 * 4) + j_1_2) + 32);
          C_local_ptr[(((i_1_2 * 4) + j_1_2) + 32)] = (C_local_ptr[(((i_1_2 * 4) + j_1_2) + 32)] + (A_shared_local_ptr[i_1_2] * B_shared_local_ptr[(j_1_2 + 4)]));
          int cse_v8 = (i_1_2 + 4);
          int cse_v23 = (((i_1_2 * 4) + j_1_2) + 16);
          C_local_ptr[(((i_1_2 * 4) + j_1_2) + 16)] = (C_local_ptr[(((i_1_2 * 4) + j_1_2) + 16)] + (A_shared_local_ptr[(i_1_2 + 4)] * B_shared_local_ptr[j_1_2]));
          int cse_v24 = (((i_1_2 * 4) + j_1_2) + 48);
          C_local_ptr[(((i_1_2 * 4) + j_1_2) + 48)] = (C_local_ptr[(((i_1_2 * 4) + j_1_2) + 48)] + (A_shared_local_ptr[(i_1_2 + 4)] * B_shared_local_ptr[(j_1_2 + 4)]));
        }
      }
    }
  }
  for (int k_1_1 = 0; k_1_1 < 16; ++k_1_1) {
    int cse_v9 = (k_1_1 * 128);
    int cse_v16 = ((k_1_1 * 128) + (((int)threadIdx.x) * 4));
    *(float4*)(A_shared_local_ptr_1 + 0) = *(float4*)(A_shared_ptr + (((k_1_1 * 128) + (((int)threadIdx.x) * 4)) + 2048));
    *(float4*)(A_shared_local_ptr_1 + 4) = *(float4*)(A_shared_ptr + (((k_1_1 * 128) + (((int)threadIdx.x) * 4)) + 2112));
    int cse_v17 = ((k_1_1 * 128) + (((int)threadIdx.y) * 4));
    *(float4*)(B_shared_local_ptr_1 + 0) = *(float4*)(B_shared_ptr + (((k_1_1 * 128) + (((int)threadIdx.y) * 4)) + 2048));
    *(float4*)(B_shared_local_ptr_1 + 4) = *(float4*)(B_shared_ptr + (((k_1_1 * 128) + (((int)threadIdx.y) * 4)) + 2112));
    for (int i_1_2_1 = 0; i_1_2_1 < 4; ++i_1_2_1) {
      for (int j_1_2_1 = 0; j_1_2_1 < 4; ++j_1_2_1) {
        int cse_v18 = ((i_1_2_1 * 4) + j_1_2_1);
        C_local_ptr[((i_1_2_1 * 4) + j_1_2_1)] = (C_local_ptr[((i_1_2_1 * 4) + j_1_2_1)] + (A_shared_local_ptr_1[i_1_2_1] * B_shared_local_ptr_1[j_1_2_1]));
        int cse_v10 = (j_1_2_1 + 4);
        int cse_v25 = (((i_1_2_1 * 4) + j_1_2_1) + 32);
        C_local_ptr[(((i_1_2_1 * 4) + j_1_2_1) + 32)] = (C_local_ptr[(((i_1_2_1 * 4) + j_1_2_1) + 32)] + (A_shared_local_ptr_1[i_1_2_1] * B_shared_local_ptr_1[(j_1_2_1 + 4)]));
        int cse_v11 = (i_1_2_1 + 4);
        int cse_v26 = (((i_1_2_1 * 4) + j_1_2_1) + 16);
        C_local_ptr[(((i_1_2_1 * 4) + j_1_2_1) + 16)] = (C_local_ptr[(((i_1_2_1 * 4) + j_1_2_1) + 16)] + (A_shared_local_ptr_1[(i_1_2_1 + 4)] * B_shared_local_ptr_1[j_1_2_1]));
        int cse_v27 = (((i_1_2_1 * 4) + j_1_2_1) + 48);
        C_local_ptr[(((i_1_2_1 * 4) + j_1_2_1) + 48)] = (C_local_ptr[(((i_1_2_1 * 4) + j_1_2_1) + 48)] + (A_shared_local_ptr_1[(i_1_2_1 + 4)] * B_shared_local_ptr_1[(j_1_2_1 + 4)]));
      }
    }
  }
  for (int ax0 = 0; ax0 < 4; ++ax0) {
    for (int ax1 = 0; ax1 < 4; ++ax1) {
      int cse_v19 = ((ax0 * 4) + ax1);
      int cse_v30 = ((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1);
      C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1)] = C_local_ptr[((ax0 * 4) + ax1)];
      C_ptr[(((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1) + 64)] = C_local_ptr[(((ax0 * 4) + ax1) + 32)];
      C_ptr[(((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1) + 1048576)] = C_local_ptr[(((ax0 * 4) + ax1) + 16)];
      C_ptr[(((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + ax1) + 1048640)] = C_local_ptr[(((ax0 * 4) + ax1) + 48)];
    }
  }
}
