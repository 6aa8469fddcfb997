// gemm/sgemm_geforce:cp_async:unroll
// C[i,j] += sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
// why: register arrays need constant indexes: without this, local memory
// target: cuda sm_90
// build: cp.async on, storage rewrite off
// launch main_kernel: grid 16 x 32 x 1, block 256 x 1 x 1, shared 0 B static + 74496 B dynamic

__forceinline__ __device__ void tvm_builtin_ptx_cp_async_wait_group_async_wait_group_0() {
  asm volatile("cp.async.wait_group 0;" :  :  : "memory");
}
__forceinline__ __device__ void tvm_builtin_ptx_cp_async_wait_group_async_wait_group_1() {
  asm volatile("cp.async.wait_group 1;" :  :  : "memory");
}
__forceinline__ __device__ void tvm_builtin_ptx_cp_async_commit_group_async_commit_group() {
  asm volatile("cp.async.commit_group;" :  : );
}

__forceinline__ __device__ void ptx_cp_async_legacy_cg_16_4_4(void* dst, int dst_off, void* src, int src_off) {
  uint8_t* dst_p = (uint8_t*)dst + dst_off * 4;
  uint8_t* src_p = (uint8_t*)src + src_off * 4;
  unsigned int dst_addr = __cvta_generic_to_shared(dst_p);
  asm volatile("cp.async.cg.shared.global [%0], [%1], %2;"
    :: "r"(dst_addr), "l"(src_p), "n"(16));
}

__forceinline__ __device__ void ptx_cp_async_legacy_ca_4_4_4(void* dst, int dst_off, void* src, int src_off) {
  uint8_t* dst_p = (uint8_t*)dst + dst_off * 4;
  uint8_t* src_p = (uint8_t*)src + src_off * 4;
  unsigned int dst_addr = __cvta_generic_to_shared(dst_p);
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2;"
    :: "r"(dst_addr), "l"(src_p), "n"(4));
}
extern "C" __global__ void __launch_bounds__(256) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr, float* __restrict__ C_in_ptr) {
  extern __shared__ __align__(64) uchar buf_dyn_shmem_ptr[];
  alignas(64) float C_sum_local_ptr[128];
  for (int i_4_init = 0; i_4_init < 4; ++i_4_init) {
    for (int j_4_init = 0; j_4_init < 4; ++j_4_init) {
      int cse_v27 = ((i_4_init * 4) + j_4_init);
      C_sum_local_ptr[((i_4_init * 4) + j_4_init)] = 0x0p+0f/*0.000000e+00*/;
      C_sum_local_ptr[(((i_4_init * 4) + j_4_init) + 32)] = 0x0p+0f/*0.000000e+00*/;
      C_sum_local_ptr[(((i_4_init * 4) + j_4_init) + 64)] = 0x0p+0f/*0.000000e+00*/;
      C_sum_local_ptr[(((i_4_init * 4) + j_4_init) + 96)] = 0x0p+0f/*0.000000e+00*/;
      C_sum_local_ptr[(((i_4_init * 4) + j_4_init) + 16)] = 0x0p+0f/*0.000000e+00*/;
      C_sum_local_ptr[(((i_4_init * 4) + j_4_init) + 48)] = 0x0p+0f/*0.000000e+00*/;
      C_sum_local_ptr[(((i_4_init * 4) + j_4_init) + 80)] = 0x0p+0f/*0.000000e+00*/;
      C_sum_local_ptr[(((i_4_init * 4) + j_4_init) + 112)] = 0x0p+0f/*0.000000e+00*/;
    }
  }
  alignas(64) float A_shared_dyn_local_ptr[32];
  alignas(64) float B_shared_dyn_local_ptr[16];
  int cse_v1 = (((int)blockIdx.y) * 524288);
  int cse_v2 = (((int)threadIdx.x) >> 4);
  int cse_v3 = (((int)threadIdx.x) & 15);
  int cse_v4 = (((int)blockIdx.x) * 256);
  int cse_v5 = (((int)threadIdx.x) * 4);
  int cse_v28 = ((((int)threadIdx.x) >> 4) * 4096);
  int cse_v29 = ((((int)threadIdx.x) & 15) * 132);
  int cse_v30 = ((((int)threadIdx.x) >> 6) * 4096);
  int cse_v31 = ((((int)threadIdx.x) & 63) * 4);
  for (int ax0_ax1_fused_0 = 0; ax0_ax1_fused_0 < 8; ++ax0_ax1_fused_0) {
    ptx_cp_async_legacy_ca_4_4_4(buf_dyn_shmem_ptr, ((((((int)threadIdx.x) & 15) * 132) + (ax0_ax1_fused_0 * 16)) + (((int)threadIdx.x) >> 4)), A_ptr, ((((((int)blockIdx.y) * 524288) + (ax0_ax1_fused_0 * 65536)) + ((((int)threadIdx.x) >> 4) * 4096)) + (((int)threadIdx.x) & 15)));
  }
  for (int ax0_ax1_fused_0_1 = 0; ax0_ax1_fused_0_1 < 4; ++ax0_ax1_fused_0_1) {
    ptx_cp_async_legacy_cg_16_4_4(buf_dyn_shmem_ptr, (((ax0_ax1_fused_0_1 * 1024) + (((int)threadIdx.x) * 4)) + 6336), B_ptr, ((((ax0_ax1_fused_0_1 * 16384) + ((((int)threadIdx.x) >> 6) * 4096)) + (((int)blockIdx.x) * 256)) + ((((int)threadIdx.x) & 63) * 4)));
  }
  tvm_builtin_ptx_cp_async_commit_group_async_commit_group();
  for (int ax0_ax1_fused_0_2 = 0; ax0_ax1_fused_0_2 < 8; ++ax0_ax1_fused_0_2) {
    ptx_cp_async_legacy_ca_4_4_4(buf_dyn_shmem_ptr, (((((((int)threadIdx.x) & 15) * 132) + (ax0_ax1_fused_0_2 * 16)) + (((int)threadIdx.x) >> 4)) + 2112), A_ptr, (((((((int)blockIdx.y) * 524288) + (ax0_ax1_fused_0_2 * 65536)) + ((((int)threadIdx.x) >> 4) * 4096)) + (((int)threadIdx.x) & 15)) + 16));
  }
  for (int ax0_ax1_fused_0_3 = 0; ax0_ax1_fused_0_3 < 4; ++ax0_ax1_fused_0_3) {
    ptx_cp_async_legacy_cg_16_4_4(buf_dyn_shmem_ptr, (((ax0_ax1_fused_0_3 * 1024) + (((int)threadIdx.x) * 4)) + 10432), B_ptr, (((((ax0_ax1_fused_0_3 * 16384) + ((((int)threadIdx.x) >> 6) * 4096)) + (((int)blockIdx.x) * 256)) + ((((int)threadIdx.x) & 63) * 4)) + 65536));
  }
  tvm_builtin_ptx_cp_async_commit_group_async_commit_group();
  int cse_v6 = (((int)threadIdx.x) >> 7);
  int cse_v32 = ((((int)threadIdx.x) >> 7) * 64);
  int cse_v33 = ((((int)threadIdx.x) & 31) >> 3);
  int cse_v34 = ((((int)threadIdx.x) & 7) * 4);
  int cse_v46 = (((((int)threadIdx.x) & 31) >> 3) * 4);
  int cse_v47 = (((((int)threadIdx.x) & 127) >> 5) * 64);
  int cse_v99 = (((((int)threadIdx.x) >> 7) * 64) + (((((int)threadIdx.x) & 31) >> 3) * 4));
  int cse_v100 = ((((((int)threadIdx.x) & 127) >> 5) * 64) + ((((int)threadIdx.x) & 7) * 4));
  int cse_v118 = ((((((int)threadIdx.x) >> 7) * 64) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 16);
  int cse_v119 = ((((((int)threadIdx.x) >> 7) * 64) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 32);
  int cse_v120 = ((((((int)threadIdx.x) >> 7) * 64) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 48);
  int cse_v121 = (((((((int)threadIdx.x) & 127) >> 5) * 64) + ((((int)threadIdx.x) & 7) * 4)) + 32);
  tvm_builtin_ptx_cp_async_wait_group_async_wait_group_1();
  __syncthreads();
  *(float4*)(A_shared_dyn_local_ptr + 0) = *(float4*)(((float*)buf_dyn_shmem_ptr) + (((((int)threadIdx.x) >> 7) * 64) + (((((int)threadIdx.x) & 31) >> 3) * 4)));
  *(float4*)(A_shared_dyn_local_ptr + 8) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((int)threadIdx.x) >> 7) * 64) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 16));
  *(float4*)(A_shared_dyn_local_ptr + 16) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((int)threadIdx.x) >> 7) * 64) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 32));
  *(float4*)(A_shared_dyn_local_ptr + 24) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((int)threadIdx.x) >> 7) * 64) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 48));
  *(float4*)(B_shared_dyn_local_ptr + 0) = *(float4*)(((float*)buf_dyn_shmem_ptr) + (((((((int)threadIdx.x) & 127) >> 5) * 64) + ((((int)threadIdx.x) & 7) * 4)) + 6336));
  *(float4*)(B_shared_dyn_local_ptr + 8) = *(float4*)(((float*)buf_dyn_shmem_ptr) + (((((((int)threadIdx.x) & 127) >> 5) * 64) + ((((int)threadIdx.x) & 7) * 4)) + 6368));
  for (int k_0 = 0; k_0 < 254; ++k_0) {
    int cse_v35 = ((k_0 + 2) % 3);
    __syncthreads();
    for (int ax0_ax1_fused_0_4 = 0; ax0_ax1_fused_0_4 < 8; ++ax0_ax1_fused_0_4) {
      ptx_cp_async_legacy_ca_4_4_4(buf_dyn_shmem_ptr, ((((((k_0 + 2) % 3) * 2112) + ((((int)threadIdx.x) & 15) * 132)) + (ax0_ax1_fused_0_4 * 16)) + (((int)threadIdx.x) >> 4)), A_ptr, ((((((((int)blockIdx.y) * 524288) + (ax0_ax1_fused_0_4 * 65536)) + ((((int)threadIdx.x) >> 4) * 4096)) + (k_0 * 16)) + (((int)threadIdx.x) & 15)) + 32));
    }
    for (int ax0_ax1_fused_0_5 = 0; ax0_ax1_fused_0_5 < 4; ++ax0_ax1_fused_0_5) {
      ptx_cp_async_legacy_cg_16_4_4(buf_dyn_shmem_ptr, ((((((k_0 + 2) % 3) * 4096) + (ax0_ax1_fused_0_5 * 1024)) + (((int)threadIdx.x) * 4)) + 6336), B_ptr, ((((((k_0 * 65536) + (ax0_ax1_fused_0_5 * 16384)) + ((((int)threadIdx.x) >> 6) * 4096)) + (((int)blockIdx.x) * 256)) + ((((int)threadIdx.x) & 63) * 4)) + 131072));
    }
    tvm_builtin_ptx_cp_async_commit_group_async_commit_group();
    tvm_builtin_ptx_cp_async_wait_group_async_wait_group_1();
    __syncthreads();
    #pragma unroll
    for (int k_1 = 0; k_1 < 15; ++k_1) {
      int cse_v7 = (k_0 % 3);
      int cse_v48 = (((k_1 + 1) & 1) * 4);
      int cse_v122 = (((((k_0 % 3) * 2112) + (k_1 * 132)) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4));
      *(float4*)(A_shared_dyn_local_ptr + (((k_1 + 1) & 1) * 4)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((k_0 % 3) * 2112) + (k_1 * 132)) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 132));
      int cse_v101 = ((((k_1 + 1) & 1) * 4) + 8);
      *(float4*)(A_shared_dyn_local_ptr + ((((k_1 + 1) & 1) * 4) + 8)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((k_0 % 3) * 2112) + (k_1 * 132)) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 148));
      *(float4*)(A_shared_dyn_local_ptr + ((((k_1 + 1) & 1) * 4) + 16)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((k_0 % 3) * 2112) + (k_1 * 132)) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 164));
      *(float4*)(A_shared_dyn_local_ptr + ((((k_1 + 1) & 1) * 4) + 24)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((k_0 % 3) * 2112) + (k_1 * 132)) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 180));
      int cse_v123 = (((((k_0 % 3) * 4096) + (k_1 * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4));
      *(float4*)(B_shared_dyn_local_ptr + (((k_1 + 1) & 1) * 4)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((k_0 % 3) * 4096) + (k_1 * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 6592));
      *(float4*)(B_shared_dyn_local_ptr + ((((k_1 + 1) & 1) * 4) + 8)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((k_0 % 3) * 4096) + (k_1 * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 6624));
      #pragma unroll
      for (int i_4 = 0; i_4 < 4; ++i_4) {
        #pragma unroll
        for (int j_4 = 0; j_4 < 4; ++j_4) {
          int cse_v36 = ((i_4 * 4) + j_4);
          int cse_v37 = ((k_1 & 1) * 4);
          int cse_v49 = (((k_1 & 1) * 4) + i_4);
          int cse_v50 = (((k_1 & 1) * 4) + j_4);
          C_sum_local_ptr[((i_4 * 4) + j_4)] = (C_sum_local_ptr[((i_4 * 4) + j_4)] + (A_shared_dyn_local_ptr[(((k_1 & 1) * 4) + i_4)] * B_shared_dyn_local_ptr[(((k_1 & 1) * 4) + j_4)]));
          int cse_v51 = (((i_4 * 4) + j_4) + 32);
          int cse_v102 = ((((k_1 & 1) * 4) + i_4) + 8);
          C_sum_local_ptr[(((i_4 * 4) + j_4) + 32)] = (C_sum_local_ptr[(((i_4 * 4) + j_4) + 32)] + (A_shared_dyn_local_ptr[((((k_1 & 1) * 4) + i_4) + 8)] * B_shared_dyn_local_ptr[(((k_1 & 1) * 4) + j_4)]));
          int cse_v52 = (((i_4 * 4) + j_4) + 64);
          int cse_v103 = ((((k_1 & 1) * 4) + i_4) + 16);
          C_sum_local_ptr[(((i_4 * 4) + j_4) + 64)] = (C_sum_local_ptr[(((i_4 * 4) + j_4) + 64)] + (A_shared_dyn_local_ptr[((((k_1 & 1) * 4) + i_4) + 16)] * B_shared_dyn_local_ptr[(((k_1 & 1) * 4) + j_4)]));
          int cse_v53 = (((i_4 * 4) + j_4) + 96);
          int cse_v104 = ((((k_1 & 1) * 4) + i_4) + 24);
          C_sum_local_ptr[(((i_4 * 4) + j_4) + 96)] = (C_sum_local_ptr[(((i_4 * 4) + j_4) + 96)] + (A_shared_dyn_local_ptr[((((k_1 & 1) * 4) + i_4) + 24)] * B_shared_dyn_local_ptr[(((k_1 & 1) * 4) + j_4)]));
          int cse_v54 = (((i_4 * 4) + j_4) + 16);
          int cse_v105 = ((((k_1 & 1) * 4) + j_4) + 8);
          C_sum_local_ptr[(((i_4 * 4) + j_4) + 16)] = (C_sum_local_ptr[(((i_4 * 4) + j_4) + 16)] + (A_shared_dyn_local_ptr[(((k_1 & 1) * 4) + i_4)] * B_shared_dyn_local_ptr[((((k_1 & 1) * 4) + j_4) + 8)]));
          int cse_v55 = (((i_4 * 4) + j_4) + 48);
          C_sum_local_ptr[(((i_4 * 4) + j_4) + 48)] = (C_sum_local_ptr[(((i_4 * 4) + j_4) + 48)] + (A_shared_dyn_local_ptr[((((k_1 & 1) * 4) + i_4) + 8)] * B_shared_dyn_local_ptr[((((k_1 & 1) * 4) + j_4) + 8)]));
          int cse_v56 = (((i_4 * 4) + j_4) + 80);
          C_sum_local_ptr[(((i_4 * 4) + j_4) + 80)] = (C_sum_local_ptr[(((i_4 * 4) + j_4) + 80)] + (A_shared_dyn_local_ptr[((((k_1 & 1) * 4) + i_4) + 16)] * B_shared_dyn_local_ptr[((((k_1 & 1) * 4) + j_4) + 8)]));
          int cse_v57 = (((i_4 * 4) + j_4) + 112);
          C_sum_local_ptr[(((i_4 * 4) + j_4) + 112)] = (C_sum_local_ptr[(((i_4 * 4) + j_4) + 112)] + (A_shared_dyn_local_ptr[((((k_1 & 1) * 4) + i_4) + 24)] * B_shared_dyn_local_ptr[((((k_1 & 1) * 4) + j_4) + 8)]));
        }
      }
    }
    int cse_v38 = ((k_0 + 1) % 3);
    int cse_v124 = (((((k_0 + 1) % 3) * 2112) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4));
    *(float4*)(A_shared_dyn_local_ptr + 0) = *(float4*)(((float*)buf_dyn_shmem_ptr) + (((((k_0 + 1) % 3) * 2112) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)));
    *(float4*)(A_shared_dyn_local_ptr + 8) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((k_0 + 1) % 3) * 2112) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 16));
    *(float4*)(A_shared_dyn_local_ptr + 16) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((k_0 + 1) % 3) * 2112) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 32));
    *(float4*)(A_shared_dyn_local_ptr + 24) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((k_0 + 1) % 3) * 2112) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 48));
    int cse_v125 = (((((k_0 + 1) % 3) * 4096) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4));
    *(float4*)(B_shared_dyn_local_ptr + 0) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((k_0 + 1) % 3) * 4096) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 6336));
    *(float4*)(B_shared_dyn_local_ptr + 8) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((k_0 + 1) % 3) * 4096) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 6368));
    for (int i_4_1 = 0; i_4_1 < 4; ++i_4_1) {
      for (int j_4_1 = 0; j_4_1 < 4; ++j_4_1) {
        int cse_v8 = (i_4_1 + 4);
        int cse_v9 = (j_4_1 + 4);
        int cse_v39 = ((i_4_1 * 4) + j_4_1);
        C_sum_local_ptr[((i_4_1 * 4) + j_4_1)] = (C_sum_local_ptr[((i_4_1 * 4) + j_4_1)] + (A_shared_dyn_local_ptr[(i_4_1 + 4)] * B_shared_dyn_local_ptr[(j_4_1 + 4)]));
        int cse_v10 = (i_4_1 + 12);
        int cse_v58 = (((i_4_1 * 4) + j_4_1) + 32);
        C_sum_local_ptr[(((i_4_1 * 4) + j_4_1) + 32)] = (C_sum_local_ptr[(((i_4_1 * 4) + j_4_1) + 32)] + (A_shared_dyn_local_ptr[(i_4_1 + 12)] * B_shared_dyn_local_ptr[(j_4_1 + 4)]));
        int cse_v11 = (i_4_1 + 20);
        int cse_v59 = (((i_4_1 * 4) + j_4_1) + 64);
        C_sum_local_ptr[(((i_4_1 * 4) + j_4_1) + 64)] = (C_sum_local_ptr[(((i_4_1 * 4) + j_4_1) + 64)] + (A_shared_dyn_local_ptr[(i_4_1 + 20)] * B_shared_dyn_local_ptr[(j_4_1 + 4)]));
        int cse_v12 = (i_4_1 + 28);
        int cse_v60 = (((i_4_1 * 4) + j_4_1) + 96);
        C_sum_local_ptr[(((i_4_1 * 4) + j_4_1) + 96)] = (C_sum_local_ptr[(((i_4_1 * 4) + j_4_1) + 96)] + (A_shared_dyn_local_ptr[(i_4_1 + 28)] * B_shared_dyn_local_ptr[(j_4_1 + 4)]));
        int cse_v13 = (j_4_1 + 12);
        int cse_v61 = (((i_4_1 * 4) + j_4_1) + 16);
        C_sum_local_ptr[(((i_4_1 * 4) + j_4_1) + 16)] = (C_sum_local_ptr[(((i_4_1 * 4) + j_4_1) + 16)] + (A_shared_dyn_local_ptr[(i_4_1 + 4)] * B_shared_dyn_local_ptr[(j_4_1 + 12)]));
        int cse_v62 = (((i_4_1 * 4) + j_4_1) + 48);
        C_sum_local_ptr[(((i_4_1 * 4) + j_4_1) + 48)] = (C_sum_local_ptr[(((i_4_1 * 4) + j_4_1) + 48)] + (A_shared_dyn_local_ptr[(i_4_1 + 12)] * B_shared_dyn_local_ptr[(j_4_1 + 12)]));
        int cse_v63 = (((i_4_1 * 4) + j_4_1) + 80);
        C_sum_local_ptr[(((i_4_1 * 4) + j_4_1) + 80)] = (C_sum_local_ptr[(((i_4_1 * 4) + j_4_1) + 80)] + (A_shared_dyn_local_ptr[(i_4_1 + 20)] * B_shared_dyn_local_ptr[(j_4_1 + 12)]));
        int cse_v64 = (((i_4_1 * 4) + j_4_1) + 112);
        C_sum_local_ptr[(((i_4_1 * 4) + j_4_1) + 112)] = (C_sum_local_ptr[(((i_4_1 * 4) + j_4_1) + 112)] + (A_shared_dyn_local_ptr[(i_4_1 + 28)] * B_shared_dyn_local_ptr[(j_4_1 + 12)]));
      }
    }
  }
  tvm_builtin_ptx_cp_async_wait_group_async_wait_group_0();
  __syncthreads();
  #pragma unroll
  for (int k_1_1 = 0; k_1_1 < 15; ++k_1_1) {
    int cse_v65 = (((k_1_1 + 1) & 1) * 4);
    int cse_v106 = (((k_1_1 * 132) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4));
    *(float4*)(A_shared_dyn_local_ptr + (((k_1_1 + 1) & 1) * 4)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((k_1_1 * 132) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 4356));
    int cse_v107 = ((((k_1_1 + 1) & 1) * 4) + 8);
    *(float4*)(A_shared_dyn_local_ptr + ((((k_1_1 + 1) & 1) * 4) + 8)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((k_1_1 * 132) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 4372));
    *(float4*)(A_shared_dyn_local_ptr + ((((k_1_1 + 1) & 1) * 4) + 16)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((k_1_1 * 132) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 4388));
    *(float4*)(A_shared_dyn_local_ptr + ((((k_1_1 + 1) & 1) * 4) + 24)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((k_1_1 * 132) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 4404));
    int cse_v126 = (((k_1_1 * 256) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4));
    *(float4*)(B_shared_dyn_local_ptr + (((k_1_1 + 1) & 1) * 4)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((k_1_1 * 256) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 14784));
    *(float4*)(B_shared_dyn_local_ptr + ((((k_1_1 + 1) & 1) * 4) + 8)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((k_1_1 * 256) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 14816));
    #pragma unroll
    for (int i_4_2 = 0; i_4_2 < 4; ++i_4_2) {
      #pragma unroll
      for (int j_4_2 = 0; j_4_2 < 4; ++j_4_2) {
        int cse_v40 = ((i_4_2 * 4) + j_4_2);
        int cse_v41 = ((k_1_1 & 1) * 4);
        int cse_v66 = (((k_1_1 & 1) * 4) + i_4_2);
        int cse_v67 = (((k_1_1 & 1) * 4) + j_4_2);
        C_sum_local_ptr[((i_4_2 * 4) + j_4_2)] = (C_sum_local_ptr[((i_4_2 * 4) + j_4_2)] + (A_shared_dyn_local_ptr[(((k_1_1 & 1) * 4) + i_4_2)] * B_shared_dyn_local_ptr[(((k_1_1 & 1) * 4) + j_4_2)]));
        int cse_v68 = (((i_4_2 * 4) + j_4_2) + 32);
        int cse_v108 = ((((k_1_1 & 1) * 4) + i_4_2) + 8);
        C_sum_local_ptr[(((i_4_2 * 4) + j_4_2) + 32)] = (C_sum_local_ptr[(((i_4_2 * 4) + j_4_2) + 32)] + (A_shared_dyn_local_ptr[((((k_1_1 & 1) * 4) + i_4_2) + 8)] * B_shared_dyn_local_ptr[(((k_1_1 & 1) * 4) + j_4_2)]));
        int cse_v69 = (((i_4_2 * 4) + j_4_2) + 64);
        int cse_v109 = ((((k_1_1 & 1) * 4) + i_4_2) + 16);
        C_sum_local_ptr[(((i_4_2 * 4) + j_4_2) + 64)] = (C_sum_local_ptr[(((i_4_2 * 4) + j_4_2) + 64)] + (A_shared_dyn_local_ptr[((((k_1_1 & 1) * 4) + i_4_2) + 16)] * B_shared_dyn_local_ptr[(((k_1_1 & 1) * 4) + j_4_2)]));
        int cse_v70 = (((i_4_2 * 4) + j_4_2) + 96);
        int cse_v110 = ((((k_1_1 & 1) * 4) + i_4_2) + 24);
        C_sum_local_ptr[(((i_4_2 * 4) + j_4_2) + 96)] = (C_sum_local_ptr[(((i_4_2 * 4) + j_4_2) + 96)] + (A_shared_dyn_local_ptr[((((k_1_1 & 1) * 4) + i_4_2) + 24)] * B_shared_dyn_local_ptr[(((k_1_1 & 1) * 4) + j_4_2)]));
        int cse_v71 = (((i_4_2 * 4) + j_4_2) + 16);
        int cse_v111 = ((((k_1_1 & 1) * 4) + j_4_2) + 8);
        C_sum_local_ptr[(((i_4_2 * 4) + j_4_2) + 16)] = (C_sum_local_ptr[(((i_4_2 * 4) + j_4_2) + 16)] + (A_shared_dyn_local_ptr[(((k_1_1 & 1) * 4) + i_4_2)] * B_shared_dyn_local_ptr[((((k_1_1 & 1) * 4) + j_4_2) + 8)]));
        int cse_v72 = (((i_4_2 * 4) + j_4_2) + 48);
        C_sum_local_ptr[(((i_4_2 * 4) + j_4_2) + 48)] = (C_sum_local_ptr[(((i_4_2 * 4) + j_4_2) + 48)] + (A_shared_dyn_local_ptr[((((k_1_1 & 1) * 4) + i_4_2) + 8)] * B_shared_dyn_local_ptr[((((k_1_1 & 1) * 4) + j_4_2) + 8)]));
        int cse_v73 = (((i_4_2 * 4) + j_4_2) + 80);
        C_sum_local_ptr[(((i_4_2 * 4) + j_4_2) + 80)] = (C_sum_local_ptr[(((i_4_2 * 4) + j_4_2) + 80)] + (A_shared_dyn_local_ptr[((((k_1_1 & 1) * 4) + i_4_2) + 16)] * B_shared_dyn_local_ptr[((((k_1_1 & 1) * 4) + j_4_2) + 8)]));
        int cse_v74 = (((i_4_2 * 4) + j_4_2) + 112);
        C_sum_local_ptr[(((i_4_2 * 4) + j_4_2) + 112)] = (C_sum_local_ptr[(((i_4_2 * 4) + j_4_2) + 112)] + (A_shared_dyn_local_ptr[((((k_1_1 & 1) * 4) + i_4_2) + 24)] * B_shared_dyn_local_ptr[((((k_1_1 & 1) * 4) + j_4_2) + 8)]));
      }
    }
  }
  *(float4*)(A_shared_dyn_local_ptr + 0) = *(float4*)(((float*)buf_dyn_shmem_ptr) + (((((int)threadIdx.x) >> 7) * 64) + (((((int)threadIdx.x) & 31) >> 3) * 4)));
  *(float4*)(A_shared_dyn_local_ptr + 8) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((int)threadIdx.x) >> 7) * 64) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 16));
  *(float4*)(A_shared_dyn_local_ptr + 16) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((int)threadIdx.x) >> 7) * 64) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 32));
  *(float4*)(A_shared_dyn_local_ptr + 24) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((int)threadIdx.x) >> 7) * 64) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 48));
  *(float4*)(B_shared_dyn_local_ptr + 0) = *(float4*)(((float*)buf_dyn_shmem_ptr) + (((((((int)threadIdx.x) & 127) >> 5) * 64) + ((((int)threadIdx.x) & 7) * 4)) + 6336));
  *(float4*)(B_shared_dyn_local_ptr + 8) = *(float4*)(((float*)buf_dyn_shmem_ptr) + (((((((int)threadIdx.x) & 127) >> 5) * 64) + ((((int)threadIdx.x) & 7) * 4)) + 6368));
  for (int i_4_3 = 0; i_4_3 < 4; ++i_4_3) {
    for (int j_4_3 = 0; j_4_3 < 4; ++j_4_3) {
      int cse_v14 = (i_4_3 + 4);
      int cse_v15 = (j_4_3 + 4);
      int cse_v42 = ((i_4_3 * 4) + j_4_3);
      C_sum_local_ptr[((i_4_3 * 4) + j_4_3)] = (C_sum_local_ptr[((i_4_3 * 4) + j_4_3)] + (A_shared_dyn_local_ptr[(i_4_3 + 4)] * B_shared_dyn_local_ptr[(j_4_3 + 4)]));
      int cse_v16 = (i_4_3 + 12);
      int cse_v75 = (((i_4_3 * 4) + j_4_3) + 32);
      C_sum_local_ptr[(((i_4_3 * 4) + j_4_3) + 32)] = (C_sum_local_ptr[(((i_4_3 * 4) + j_4_3) + 32)] + (A_shared_dyn_local_ptr[(i_4_3 + 12)] * B_shared_dyn_local_ptr[(j_4_3 + 4)]));
      int cse_v17 = (i_4_3 + 20);
      int cse_v76 = (((i_4_3 * 4) + j_4_3) + 64);
      C_sum_local_ptr[(((i_4_3 * 4) + j_4_3) + 64)] = (C_sum_local_ptr[(((i_4_3 * 4) + j_4_3) + 64)] + (A_shared_dyn_local_ptr[(i_4_3 + 20)] * B_shared_dyn_local_ptr[(j_4_3 + 4)]));
      int cse_v18 = (i_4_3 + 28);
      int cse_v77 = (((i_4_3 * 4) + j_4_3) + 96);
      C_sum_local_ptr[(((i_4_3 * 4) + j_4_3) + 96)] = (C_sum_local_ptr[(((i_4_3 * 4) + j_4_3) + 96)] + (A_shared_dyn_local_ptr[(i_4_3 + 28)] * B_shared_dyn_local_ptr[(j_4_3 + 4)]));
      int cse_v19 = (j_4_3 + 12);
      int cse_v78 = (((i_4_3 * 4) + j_4_3) + 16);
      C_sum_local_ptr[(((i_4_3 * 4) + j_4_3) + 16)] = (C_sum_local_ptr[(((i_4_3 * 4) + j_4_3) + 16)] + (A_shared_dyn_local_ptr[(i_4_3 + 4)] * B_shared_dyn_local_ptr[(j_4_3 + 12)]));
      int cse_v79 = (((i_4_3 * 4) + j_4_3) + 48);
      C_sum_local_ptr[(((i_4_3 * 4) + j_4_3) + 48)] = (C_sum_local_ptr[(((i_4_3 * 4) + j_4_3) + 48)] + (A_shared_dyn_local_ptr[(i_4_3 + 12)] * B_shared_dyn_local_ptr[(j_4_3 + 12)]));
      int cse_v80 = (((i_4_3 * 4) + j_4_3) + 80);
      C_sum_local_ptr[(((i_4_3 * 4) + j_4_3) + 80)] = (C_sum_local_ptr[(((i_4_3 * 4) + j_4_3) + 80)] + (A_shared_dyn_local_ptr[(i_4_3 + 20)] * B_shared_dyn_local_ptr[(j_4_3 + 12)]));
      int cse_v81 = (((i_4_3 * 4) + j_4_3) + 112);
      C_sum_local_ptr[(((i_4_3 * 4) + j_4_3) + 112)] = (C_sum_local_ptr[(((i_4_3 * 4) + j_4_3) + 112)] + (A_shared_dyn_local_ptr[(i_4_3 + 28)] * B_shared_dyn_local_ptr[(j_4_3 + 12)]));
    }
  }
  #pragma unroll
  for (int k_1_2 = 0; k_1_2 < 15; ++k_1_2) {
    int cse_v82 = (((k_1_2 + 1) & 1) * 4);
    int cse_v112 = (((k_1_2 * 132) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4));
    *(float4*)(A_shared_dyn_local_ptr + (((k_1_2 + 1) & 1) * 4)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((k_1_2 * 132) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 132));
    int cse_v113 = ((((k_1_2 + 1) & 1) * 4) + 8);
    *(float4*)(A_shared_dyn_local_ptr + ((((k_1_2 + 1) & 1) * 4) + 8)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((k_1_2 * 132) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 148));
    *(float4*)(A_shared_dyn_local_ptr + ((((k_1_2 + 1) & 1) * 4) + 16)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((k_1_2 * 132) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 164));
    *(float4*)(A_shared_dyn_local_ptr + ((((k_1_2 + 1) & 1) * 4) + 24)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((k_1_2 * 132) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 180));
    int cse_v127 = (((k_1_2 * 256) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4));
    *(float4*)(B_shared_dyn_local_ptr + (((k_1_2 + 1) & 1) * 4)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((k_1_2 * 256) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 6592));
    *(float4*)(B_shared_dyn_local_ptr + ((((k_1_2 + 1) & 1) * 4) + 8)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((k_1_2 * 256) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 6624));
    #pragma unroll
    for (int i_4_4 = 0; i_4_4 < 4; ++i_4_4) {
      #pragma unroll
      for (int j_4_4 = 0; j_4_4 < 4; ++j_4_4) {
        int cse_v43 = ((i_4_4 * 4) + j_4_4);
        int cse_v44 = ((k_1_2 & 1) * 4);
        int cse_v83 = (((k_1_2 & 1) * 4) + i_4_4);
        int cse_v84 = (((k_1_2 & 1) * 4) + j_4_4);
        C_sum_local_ptr[((i_4_4 * 4) + j_4_4)] = (C_sum_local_ptr[((i_4_4 * 4) + j_4_4)] + (A_shared_dyn_local_ptr[(((k_1_2 & 1) * 4) + i_4_4)] * B_shared_dyn_local_ptr[(((k_1_2 & 1) * 4) + j_4_4)]));
        int cse_v85 = (((i_4_4 * 4) + j_4_4) + 32);
        int cse_v114 = ((((k_1_2 & 1) * 4) + i_4_4) + 8);
        C_sum_local_ptr[(((i_4_4 * 4) + j_4_4) + 32)] = (C_sum_local_ptr[(((i_4_4 * 4) + j_4_4) + 32)] + (A_shared_dyn_local_ptr[((((k_1_2 & 1) * 4) + i_4_4) + 8)] * B_shared_dyn_local_ptr[(((k_1_2 & 1) * 4) + j_4_4)]));
        int cse_v86 = (((i_4_4 * 4) + j_4_4) + 64);
        int cse_v115 = ((((k_1_2 & 1) * 4) + i_4_4) + 16);
        C_sum_local_ptr[(((i_4_4 * 4) + j_4_4) + 64)] = (C_sum_local_ptr[(((i_4_4 * 4) + j_4_4) + 64)] + (A_shared_dyn_local_ptr[((((k_1_2 & 1) * 4) + i_4_4) + 16)] * B_shared_dyn_local_ptr[(((k_1_2 & 1) * 4) + j_4_4)]));
        int cse_v87 = (((i_4_4 * 4) + j_4_4) + 96);
        int cse_v116 = ((((k_1_2 & 1) * 4) + i_4_4) + 24);
        C_sum_local_ptr[(((i_4_4 * 4) + j_4_4) + 96)] = (C_sum_local_ptr[(((i_4_4 * 4) + j_4_4) + 96)] + (A_shared_dyn_local_ptr[((((k_1_2 & 1) * 4) + i_4_4) + 24)] * B_shared_dyn_local_ptr[(((k_1_2 & 1) * 4) + j_4_4)]));
        int cse_v88 = (((i_4_4 * 4) + j_4_4) + 16);
        int cse_v117 = ((((k_1_2 & 1) * 4) + j_4_4) + 8);
        C_sum_local_ptr[(((i_4_4 * 4) + j_4_4) + 16)] = (C_sum_local_ptr[(((i_4_4 * 4) + j_4_4) + 16)] + (A_shared_dyn_local_ptr[(((k_1_2 & 1) * 4) + i_4_4)] * B_shared_dyn_local_ptr[((((k_1_2 & 1) * 4) + j_4_4) + 8)]));
        int cse_v89 = (((i_4_4 * 4) + j_4_4) + 48);
        C_sum_local_ptr[(((i_4_4 * 4) + j_4_4) + 48)] = (C_sum_local_ptr[(((i_4_4 * 4) + j_4_4) + 48)] + (A_shared_dyn_local_ptr[((((k_1_2 & 1) * 4) + i_4_4) + 8)] * B_shared_dyn_local_ptr[((((k_1_2 & 1) * 4) + j_4_4) + 8)]));
        int cse_v90 = (((i_4_4 * 4) + j_4_4) + 80);
        C_sum_local_ptr[(((i_4_4 * 4) + j_4_4) + 80)] = (C_sum_local_ptr[(((i_4_4 * 4) + j_4_4) + 80)] + (A_shared_dyn_local_ptr[((((k_1_2 & 1) * 4) + i_4_4) + 16)] * B_shared_dyn_local_ptr[((((k_1_2 & 1) * 4) + j_4_4) + 8)]));
        int cse_v91 = (((i_4_4 * 4) + j_4_4) + 112);
        C_sum_local_ptr[(((i_4_4 * 4) + j_4_4) + 112)] = (C_sum_local_ptr[(((i_4_4 * 4) + j_4_4) + 112)] + (A_shared_dyn_local_ptr[((((k_1_2 & 1) * 4) + i_4_4) + 24)] * B_shared_dyn_local_ptr[((((k_1_2 & 1) * 4) + j_4_4) + 8)]));
      }
    }
  }
  for (int i_4_5 = 0; i_4_5 < 4; ++i_4_5) {
    for (int j_4_5 = 0; j_4_5 < 4; ++j_4_5) {
      int cse_v20 = (i_4_5 + 4);
      int cse_v21 = (j_4_5 + 4);
      int cse_v45 = ((i_4_5 * 4) + j_4_5);
      C_sum_local_ptr[((i_4_5 * 4) + j_4_5)] = (C_sum_local_ptr[((i_4_5 * 4) + j_4_5)] + (A_shared_dyn_local_ptr[(i_4_5 + 4)] * B_shared_dyn_local_ptr[(j_4_5 + 4)]));
      int cse_v22 = (i_4_5 + 12);
      int cse_v92 = (((i_4_5 * 4) + j_4_5) + 32);
      C_sum_local_ptr[(((i_4_5 * 4) + j_4_5) + 32)] = (C_sum_local_ptr[(((i_4_5 * 4) + j_4_5) + 32)] + (A_shared_dyn_local_ptr[(i_4_5 + 12)] * B_shared_dyn_local_ptr[(j_4_5 + 4)]));
      int cse_v23 = (i_4_5 + 20);
      int cse_v93 = (((i_4_5 * 4) + j_4_5) + 64);
      C_sum_local_ptr[(((i_4_5 * 4) + j_4_5) + 64)] = (C_sum_local_ptr[(((i_4_5 * 4) + j_4_5) + 64)] + (A_shared_dyn_local_ptr[(i_4_5 + 20)] * B_shared_dyn_local_ptr[(j_4_5 + 4)]));
      int cse_v24 = (i_4_5 + 28);
      int cse_v94 = (((i_4_5 * 4) + j_4_5) + 96);
      C_sum_local_ptr[(((i_4_5 * 4) + j_4_5) + 96)] = (C_sum_local_ptr[(((i_4_5 * 4) + j_4_5) + 96)] + (A_shared_dyn_local_ptr[(i_4_5 + 28)] * B_shared_dyn_local_ptr[(j_4_5 + 4)]));
      int cse_v25 = (j_4_5 + 12);
      int cse_v95 = (((i_4_5 * 4) + j_4_5) + 16);
      C_sum_local_ptr[(((i_4_5 * 4) + j_4_5) + 16)] = (C_sum_local_ptr[(((i_4_5 * 4) + j_4_5) + 16)] + (A_shared_dyn_local_ptr[(i_4_5 + 4)] * B_shared_dyn_local_ptr[(j_4_5 + 12)]));
      int cse_v96 = (((i_4_5 * 4) + j_4_5) + 48);
      C_sum_local_ptr[(((i_4_5 * 4) + j_4_5) + 48)] = (C_sum_local_ptr[(((i_4_5 * 4) + j_4_5) + 48)] + (A_shared_dyn_local_ptr[(i_4_5 + 12)] * B_shared_dyn_local_ptr[(j_4_5 + 12)]));
      int cse_v97 = (((i_4_5 * 4) + j_4_5) + 80);
      C_sum_local_ptr[(((i_4_5 * 4) + j_4_5) + 80)] = (C_sum_local_ptr[(((i_4_5 * 4) + j_4_5) + 80)] + (A_shared_dyn_local_ptr[(i_4_5 + 20)] * B_shared_dyn_local_ptr[(j_4_5 + 12)]));
      int cse_v98 = (((i_4_5 * 4) + j_4_5) + 112);
      C_sum_local_ptr[(((i_4_5 * 4) + j_4_5) + 112)] = (C_sum_local_ptr[(((i_4_5 * 4) + j_4_5) + 112)] + (A_shared_dyn_local_ptr[(i_4_5 + 28)] * B_shared_dyn_local_ptr[(j_4_5 + 12)]));
    }
  }
  for (int ax0 = 0; ax0 < 4; ++ax0) {
    int cse_v26 = (ax0 * 4);
    int cse_v128 = (((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4));
    float4 __1;
      float4 v_ = *(float4*)(C_in_ptr + (((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)));
      float4 v__1 = *(float4*)(C_sum_local_ptr + (ax0 * 4));
      __1.x = (v_.x+v__1.x);
      __1.y = (v_.y+v__1.y);
      __1.z = (v_.z+v__1.z);
      __1.w = (v_.w+v__1.w);
    *(float4*)(C_ptr + (((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4))) = __1;
    int cse_v129 = ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 65536);
    float4 __2;
      float4 v__2 = *(float4*)(C_in_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 65536));
      float4 v__3 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 32));
      __2.x = (v__2.x+v__3.x);
      __2.y = (v__2.y+v__3.y);
      __2.z = (v__2.z+v__3.z);
      __2.w = (v__2.w+v__3.w);
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 65536)) = __2;
    int cse_v130 = ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 131072);
    float4 __3;
      float4 v__4 = *(float4*)(C_in_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 131072));
      float4 v__5 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 64));
      __3.x = (v__4.x+v__5.x);
      __3.y = (v__4.y+v__5.y);
      __3.z = (v__4.z+v__5.z);
      __3.w = (v__4.w+v__5.w);
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 131072)) = __3;
    int cse_v131 = ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 196608);
    float4 __4;
      float4 v__6 = *(float4*)(C_in_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 196608));
      float4 v__7 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 96));
      __4.x = (v__6.x+v__7.x);
      __4.y = (v__6.y+v__7.y);
      __4.z = (v__6.z+v__7.z);
      __4.w = (v__6.w+v__7.w);
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 196608)) = __4;
    int cse_v132 = ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 32);
    float4 __5;
      float4 v__8 = *(float4*)(C_in_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 32));
      float4 v__9 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 16));
      __5.x = (v__8.x+v__9.x);
      __5.y = (v__8.y+v__9.y);
      __5.z = (v__8.z+v__9.z);
      __5.w = (v__8.w+v__9.w);
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 32)) = __5;
    int cse_v133 = ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 65568);
    float4 __6;
      float4 v__10 = *(float4*)(C_in_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 65568));
      float4 v__11 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 48));
      __6.x = (v__10.x+v__11.x);
      __6.y = (v__10.y+v__11.y);
      __6.z = (v__10.z+v__11.z);
      __6.w = (v__10.w+v__11.w);
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 65568)) = __6;
    int cse_v134 = ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 131104);
    float4 __7;
      float4 v__12 = *(float4*)(C_in_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 131104));
      float4 v__13 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 80));
      __7.x = (v__12.x+v__13.x);
      __7.y = (v__12.y+v__13.y);
      __7.z = (v__12.z+v__13.z);
      __7.w = (v__12.w+v__13.w);
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 131104)) = __7;
    int cse_v135 = ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 196640);
    float4 __8;
      float4 v__14 = *(float4*)(C_in_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 196640));
      float4 v__15 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 112));
      __8.x = (v__14.x+v__15.x);
      __8.y = (v__14.y+v__15.y);
      __8.z = (v__14.z+v__15.z);
      __8.w = (v__14.w+v__15.w);
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 196640)) = __8;
  }
}
