// gemm/sgemm_tvm:register_prefetch:pipeline_registers
// C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
// why: an LDS takes about 30 cycles: start it one row ahead
// target: cuda sm_90
// launch main_kernel: grid 128 x 128 x 1, block 256 x 1 x 1, shared 0 B static + 8192 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  extern __shared__ __align__(64) uchar buf_dyn_shmem_ptr[];
  alignas(64) float C_local_ptr[64];
  alignas(64) float A_shared_dyn_local_ptr[16];
  alignas(64) float B_shared_dyn_local_ptr[16];
  for (int i_4_init = 0; i_4_init < 4; ++i_4_init) {
    for (int j_4_init = 0; j_4_init < 4; ++j_4_init) {
      int cse_v11 = ((i_4_init * 4) + j_4_init);
      C_local_ptr[((i_4_init * 4) + j_4_init)] = 0x0p+0f/*0.000000e+00*/;
      C_local_ptr[(((i_4_init * 4) + j_4_init) + 32)] = 0x0p+0f/*0.000000e+00*/;
      C_local_ptr[(((i_4_init * 4) + j_4_init) + 16)] = 0x0p+0f/*0.000000e+00*/;
      C_local_ptr[(((i_4_init * 4) + j_4_init) + 48)] = 0x0p+0f/*0.000000e+00*/;
    }
  }
  int cse_v1 = (((int)threadIdx.x) & 31);
  int cse_v2 = (((int)blockIdx.x) * 128);
  int cse_v3 = (((int)threadIdx.x) >> 6);
  int cse_v4 = (((int)threadIdx.x) & 7);
  int cse_v14 = ((((int)threadIdx.x) & 31) >> 3);
  int cse_v15 = ((((int)threadIdx.x) & 63) >> 5);
  for (int k_0 = 0; k_0 < 2048; ++k_0) {
    int cse_v12 = ((((int)threadIdx.x) & 31) * 4);
    int cse_v19 = ((k_0 * 131072) + ((((int)threadIdx.x) >> 5) * 16384));
    __syncthreads();
    ((float4*)buf_dyn_shmem_ptr)[((int)threadIdx.x)] = *(float4*)(A_ptr + ((((k_0 * 131072) + ((((int)threadIdx.x) >> 5) * 16384)) + (((int)blockIdx.y) * 128)) + ((((int)threadIdx.x) & 31) * 4)));
    ((float4*)buf_dyn_shmem_ptr)[(((int)threadIdx.x) + 256)] = *(float4*)(B_ptr + ((((k_0 * 131072) + ((((int)threadIdx.x) >> 5) * 16384)) + (((int)blockIdx.x) * 128)) + ((((int)threadIdx.x) & 31) * 4)));
    int cse_v13 = ((((int)threadIdx.x) >> 6) * 8);
    int cse_v20 = (((((int)threadIdx.x) >> 6) * 8) + ((((int)threadIdx.x) & 31) >> 3));
    __syncthreads();
    *(float4*)(A_shared_dyn_local_ptr + 0) = ((float4*)buf_dyn_shmem_ptr)[(((((int)threadIdx.x) >> 6) * 8) + ((((int)threadIdx.x) & 31) >> 3))];
    *(float4*)(A_shared_dyn_local_ptr + 8) = ((float4*)buf_dyn_shmem_ptr)[((((((int)threadIdx.x) >> 6) * 8) + ((((int)threadIdx.x) & 31) >> 3)) + 4)];
    int cse_v21 = (((((int)threadIdx.x) & 63) >> 5) * 16);
    int cse_v31 = ((((((int)threadIdx.x) & 63) >> 5) * 16) + (((int)threadIdx.x) & 7));
    *(float4*)(B_shared_dyn_local_ptr + 0) = ((float4*)buf_dyn_shmem_ptr)[(((((((int)threadIdx.x) & 63) >> 5) * 16) + (((int)threadIdx.x) & 7)) + 256)];
    *(float4*)(B_shared_dyn_local_ptr + 8) = ((float4*)buf_dyn_shmem_ptr)[(((((((int)threadIdx.x) & 63) >> 5) * 16) + (((int)threadIdx.x) & 7)) + 264)];
    for (int k_1 = 0; k_1 < 7; ++k_1) {
      int cse_v5 = (k_1 * 32);
      int cse_v22 = (((k_1 + 1) & 1) * 4);
      int cse_v32 = (((k_1 * 32) + ((((int)threadIdx.x) >> 6) * 8)) + ((((int)threadIdx.x) & 31) >> 3));
      *(float4*)(A_shared_dyn_local_ptr + (((k_1 + 1) & 1) * 4)) = ((float4*)buf_dyn_shmem_ptr)[((((k_1 * 32) + ((((int)threadIdx.x) >> 6) * 8)) + ((((int)threadIdx.x) & 31) >> 3)) + 32)];
      int cse_v33 = ((((k_1 + 1) & 1) * 4) + 8);
      *(float4*)(A_shared_dyn_local_ptr + ((((k_1 + 1) & 1) * 4) + 8)) = ((float4*)buf_dyn_shmem_ptr)[((((k_1 * 32) + ((((int)threadIdx.x) >> 6) * 8)) + ((((int)threadIdx.x) & 31) >> 3)) + 36)];
      int cse_v36 = (((k_1 * 32) + (((((int)threadIdx.x) & 63) >> 5) * 16)) + (((int)threadIdx.x) & 7));
      *(float4*)(B_shared_dyn_local_ptr + (((k_1 + 1) & 1) * 4)) = ((float4*)buf_dyn_shmem_ptr)[((((k_1 * 32) + (((((int)threadIdx.x) & 63) >> 5) * 16)) + (((int)threadIdx.x) & 7)) + 288)];
      *(float4*)(B_shared_dyn_local_ptr + ((((k_1 + 1) & 1) * 4) + 8)) = ((float4*)buf_dyn_shmem_ptr)[((((k_1 * 32) + (((((int)threadIdx.x) & 63) >> 5) * 16)) + (((int)threadIdx.x) & 7)) + 296)];
      for (int i_4 = 0; i_4 < 4; ++i_4) {
        for (int j_4 = 0; j_4 < 4; ++j_4) {
          int cse_v16 = ((i_4 * 4) + j_4);
          int cse_v17 = ((k_1 & 1) * 4);
          int cse_v23 = (((k_1 & 1) * 4) + i_4);
          int cse_v24 = (((k_1 & 1) * 4) + j_4);
          C_local_ptr[((i_4 * 4) + j_4)] = (C_local_ptr[((i_4 * 4) + j_4)] + (A_shared_dyn_local_ptr[(((k_1 & 1) * 4) + i_4)] * B_shared_dyn_local_ptr[(((k_1 & 1) * 4) + j_4)]));
          int cse_v25 = (((i_4 * 4) + j_4) + 32);
          int cse_v34 = ((((k_1 & 1) * 4) + i_4) + 8);
          C_local_ptr[(((i_4 * 4) + j_4) + 32)] = (C_local_ptr[(((i_4 * 4) + j_4) + 32)] + (A_shared_dyn_local_ptr[((((k_1 & 1) * 4) + i_4) + 8)] * B_shared_dyn_local_ptr[(((k_1 & 1) * 4) + j_4)]));
          int cse_v26 = (((i_4 * 4) + j_4) + 16);
          int cse_v35 = ((((k_1 & 1) * 4) + j_4) + 8);
          C_local_ptr[(((i_4 * 4) + j_4) + 16)] = (C_local_ptr[(((i_4 * 4) + j_4) + 16)] + (A_shared_dyn_local_ptr[(((k_1 & 1) * 4) + i_4)] * B_shared_dyn_local_ptr[((((k_1 & 1) * 4) + j_4) + 8)]));
          int cse_v27 = (((i_4 * 4) + j_4) + 48);
          C_local_ptr[(((i_4 * 4) + j_4) + 48)] = (C_local_ptr[(((i_4 * 4) + j_4) + 48)] + (A_shared_dyn_local_ptr[((((k_1 & 1) * 4) + i_4) + 8)] * B_shared_dyn_local_ptr[((((k_1 & 1) * 4) + j_4) + 8)]));
        }
      }
    }
    for (int i_4_1 = 0; i_4_1 < 4; ++i_4_1) {
      for (int j_4_1 = 0; j_4_1 < 4; ++j_4_1) {
        int cse_v6 = (i_4_1 + 4);
        int cse_v7 = (j_4_1 + 4);
        int cse_v18 = ((i_4_1 * 4) + j_4_1);
        C_local_ptr[((i_4_1 * 4) + j_4_1)] = (C_local_ptr[((i_4_1 * 4) + j_4_1)] + (A_shared_dyn_local_ptr[(i_4_1 + 4)] * B_shared_dyn_local_ptr[(j_4_1 + 4)]));
        int cse_v8 = (i_4_1 + 12);
        int cse_v28 = (((i_4_1 * 4) + j_4_1) + 32);
        C_local_ptr[(((i_4_1 * 4) + j_4_1) + 32)] = (C_local_ptr[(((i_4_1 * 4) + j_4_1) + 32)] + (A_shared_dyn_local_ptr[(i_4_1 + 12)] * B_shared_dyn_local_ptr[(j_4_1 + 4)]));
        int cse_v9 = (j_4_1 + 12);
        int cse_v29 = (((i_4_1 * 4) + j_4_1) + 16);
        C_local_ptr[(((i_4_1 * 4) + j_4_1) + 16)] = (C_local_ptr[(((i_4_1 * 4) + j_4_1) + 16)] + (A_shared_dyn_local_ptr[(i_4_1 + 4)] * B_shared_dyn_local_ptr[(j_4_1 + 12)]));
        int cse_v30 = (((i_4_1 * 4) + j_4_1) + 48);
        C_local_ptr[(((i_4_1 * 4) + j_4_1) + 48)] = (C_local_ptr[(((i_4_1 * 4) + j_4_1) + 48)] + (A_shared_dyn_local_ptr[(i_4_1 + 12)] * B_shared_dyn_local_ptr[(j_4_1 + 12)]));
      }
    }
  }
  for (int ax0 = 0; ax0 < 4; ++ax0) {
    int cse_v10 = (ax0 * 4);
    int cse_v37 = (((((((((int)blockIdx.y) * 2097152) + ((((int)threadIdx.x) >> 6) * 524288)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4));
    *(float4*)(C_ptr + (((((((((int)blockIdx.y) * 2097152) + ((((int)threadIdx.x) >> 6) * 524288)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4))) = *(float4*)(C_local_ptr + (ax0 * 4));
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 2097152) + ((((int)threadIdx.x) >> 6) * 524288)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 262144)) = *(float4*)(C_local_ptr + ((ax0 * 4) + 32));
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 2097152) + ((((int)threadIdx.x) >> 6) * 524288)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 32)) = *(float4*)(C_local_ptr + ((ax0 * 4) + 16));
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 2097152) + ((((int)threadIdx.x) >> 6) * 524288)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 262176)) = *(float4*)(C_local_ptr + ((ax0 * 4) + 48));
  }
}
