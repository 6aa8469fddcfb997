// gemm/sgemm_tvm:cp_async:cache_shared
// C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
// why: each warp loads whole 512-byte rows, a float4 per lane
// target: cuda sm_90
// build: cp.async on, storage rewrite off
// launch main_kernel: grid 128 x 64 x 1, block 256 x 1 x 1, shared 0 B static + 24576 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  extern __shared__ __align__(64) uchar buf_dyn_shmem_ptr[];
  alignas(64) float C_local_ptr[128];
  int cse_v2 = (((int)threadIdx.x) >> 6);
  int cse_v3 = (((int)threadIdx.x) & 63);
  int cse_v5 = (((int)blockIdx.x) * 128);
  int cse_v6 = (((int)threadIdx.x) & 31);
  int cse_v9 = ((((int)threadIdx.x) & 31) >> 3);
  int cse_v10 = ((((int)threadIdx.x) & 7) * 4);
  int cse_v18 = (((((int)threadIdx.x) & 63) >> 5) * 64);
  for (int k_0 = 0; k_0 < 1024; ++k_0) {
    int cse_v1 = (k_0 * 262144);
    int cse_v4 = (((int)threadIdx.x) * 4);
    __syncthreads();
    for (int ax0_ax1_fused_0 = 0; ax0_ax1_fused_0 < 4; ++ax0_ax1_fused_0) {
      *(float4*)(((float*)buf_dyn_shmem_ptr) + (((ax0_ax1_fused_0 * 1024) + (((int)threadIdx.x) * 4)) + 2048)) = *(float4*)(A_ptr + (((((k_0 * 262144) + (ax0_ax1_fused_0 * 65536)) + ((((int)threadIdx.x) >> 6) * 16384)) + (((int)blockIdx.y) * 256)) + ((((int)threadIdx.x) & 63) * 4)));
    }
    for (int ax0_ax1_fused_0_1 = 0; ax0_ax1_fused_0_1 < 2; ++ax0_ax1_fused_0_1) {
      *(float4*)(((float*)buf_dyn_shmem_ptr) + ((ax0_ax1_fused_0_1 * 1024) + (((int)threadIdx.x) * 4))) = *(float4*)(B_ptr + (((((k_0 * 262144) + (ax0_ax1_fused_0_1 * 131072)) + ((((int)threadIdx.x) >> 5) * 16384)) + (((int)blockIdx.x) * 128)) + ((((int)threadIdx.x) & 31) * 4)));
    }
    __syncthreads();
    for (int k_1 = 0; k_1 < 16; ++k_1) {
      for (int i_4 = 0; i_4 < 4; ++i_4) {
        for (int j_4 = 0; j_4 < 4; ++j_4) {
          int cse_v8 = ((i_4 * 4) + j_4);
          int cse_v11 = (((i_4 * 4) + j_4) + 32);
          int cse_v12 = (((i_4 * 4) + j_4) + 64);
          int cse_v13 = (((i_4 * 4) + j_4) + 96);
          int cse_v14 = (((i_4 * 4) + j_4) + 16);
          int cse_v15 = (((i_4 * 4) + j_4) + 48);
          int cse_v16 = (((i_4 * 4) + j_4) + 80);
          int cse_v17 = (((i_4 * 4) + j_4) + 112);
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
          int cse_v19 = ((((k_1 * 256) + ((((int)threadIdx.x) >> 6) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4);
          int cse_v20 = ((((k_1 * 128) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4);
          C_local_ptr[((i_4 * 4) + j_4)] = (C_local_ptr[((i_4 * 4) + j_4)] + (((float*)buf_dyn_shmem_ptr)[(((((k_1 * 256) + ((((int)threadIdx.x) >> 6) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4) + 2048)] * ((float*)buf_dyn_shmem_ptr)[((((k_1 * 128) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4)]));
          int cse_v21 = (((((k_1 * 256) + ((((int)threadIdx.x) >> 6) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4) + 16);
          C_local_ptr[(((i_4 * 4) + j_4) + 32)] = (C_local_ptr[(((i_4 * 4) + j_4) + 32)] + (((float*)buf_dyn_shmem_ptr)[(((((k_1 * 256) + ((((int)threadIdx.x) >> 6) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4) + 2064)] * ((float*)buf_dyn_shmem_ptr)[((((k_1 * 128) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4)]));
          int cse_v22 = (((((k_1 * 256) + ((((int)threadIdx.x) >> 6) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4) + 32);
          C_local_ptr[(((i_4 * 4) + j_4) + 64)] = (C_local_ptr[(((i_4 * 4) + j_4) + 64)] + (((float*)buf_dyn_shmem_ptr)[(((((k_1 * 256) + ((((int)threadIdx.x) >> 6) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4) + 2080)] * ((float*)buf_dyn_shmem_ptr)[((((k_1 * 128) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4)]));
          int cse_v23 = (((((k_1 * 256) + ((((int)threadIdx.x) >> 6) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4) + 48);
          C_local_ptr[(((i_4 * 4) + j_4) + 96)] = (C_local_ptr[(((i_4 * 4) + j_4) + 96)] + (((float*)buf_dyn_shmem_ptr)[(((((k_1 * 256) + ((((int)threadIdx.x) >> 6) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4) + 2096)] * ((float*)buf_dyn_shmem_ptr)[((((k_1 * 128) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4)]));
          int cse_v24 = (((((k_1 * 128) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 32);
          C_local_ptr[(((i_4 * 4) + j_4) + 16)] = (C_local_ptr[(((i_4 * 4) + j_4) + 16)] + (((float*)buf_dyn_shmem_ptr)[(((((k_1 * 256) + ((((int)threadIdx.x) >> 6) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4) + 2048)] * ((float*)buf_dyn_shmem_ptr)[(((((k_1 * 128) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 32)]));
          C_local_ptr[(((i_4 * 4) + j_4) + 48)] = (C_local_ptr[(((i_4 * 4) + j_4) + 48)] + (((float*)buf_dyn_shmem_ptr)[(((((k_1 * 256) + ((((int)threadIdx.x) >> 6) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4) + 2064)] * ((float*)buf_dyn_shmem_ptr)[(((((k_1 * 128) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 32)]));
          C_local_ptr[(((i_4 * 4) + j_4) + 80)] = (C_local_ptr[(((i_4 * 4) + j_4) + 80)] + (((float*)buf_dyn_shmem_ptr)[(((((k_1 * 256) + ((((int)threadIdx.x) >> 6) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4) + 2080)] * ((float*)buf_dyn_shmem_ptr)[(((((k_1 * 128) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 32)]));
          C_local_ptr[(((i_4 * 4) + j_4) + 112)] = (C_local_ptr[(((i_4 * 4) + j_4) + 112)] + (((float*)buf_dyn_shmem_ptr)[(((((k_1 * 256) + ((((int)threadIdx.x) >> 6) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4) + 2096)] * ((float*)buf_dyn_shmem_ptr)[(((((k_1 * 128) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 32)]));
        }
      }
    }
  }
  for (int ax0 = 0; ax0 < 4; ++ax0) {
    int cse_v7 = (ax0 * 4);
    int cse_v25 = (((((((((int)blockIdx.y) * 4194304) + ((((int)threadIdx.x) >> 6) * 1048576)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4));
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
