// gemm/sgemm_geforce:cutlass_profile:pipeline_async
// C[i,j] += sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
// why: the next tiles are in flight while one is multiplied
// target: cuda sm_90
// build: cp.async on, storage rewrite off
// launch main_kernel: grid 16 x 32 x 1, block 256 x 1 x 1, shared 0 B static + 49664 B dynamic

__forceinline__ __device__ void tvm_builtin_ptx_cp_async_wait_group_async_wait_group_0() {
  asm volatile("cp.async.wait_group 0;" :  :  : "memory");
}
__forceinline__ __device__ void tvm_builtin_ptx_cp_async_wait_group_async_wait_group_1() {
  asm volatile("cp.async.wait_group 1;" :  :  : "memory");
}
__forceinline__ __device__ void tvm_builtin_ptx_cp_async_wait_group_async_wait_group_2() {
  asm volatile("cp.async.wait_group 2;" :  :  : "memory");
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
      int cse_v33 = ((i_4_init * 4) + j_4_init);
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
  int cse_v2 = (((int)threadIdx.x) >> 3);
  int cse_v3 = (((int)threadIdx.x) & 7);
  int cse_v4 = (((int)blockIdx.x) * 256);
  int cse_v5 = (((int)threadIdx.x) * 4);
  int cse_v34 = ((((int)threadIdx.x) >> 3) * 4096);
  int cse_v35 = ((((int)threadIdx.x) & 7) * 132);
  int cse_v36 = ((((int)threadIdx.x) >> 6) * 4096);
  int cse_v37 = ((((int)threadIdx.x) & 63) * 4);
  for (int ax0_ax1_fused_0 = 0; ax0_ax1_fused_0 < 4; ++ax0_ax1_fused_0) {
    ptx_cp_async_legacy_ca_4_4_4(buf_dyn_shmem_ptr, ((((((int)threadIdx.x) & 7) * 132) + (ax0_ax1_fused_0 * 32)) + (((int)threadIdx.x) >> 3)), A_ptr, ((((((int)blockIdx.y) * 524288) + (ax0_ax1_fused_0 * 131072)) + ((((int)threadIdx.x) >> 3) * 4096)) + (((int)threadIdx.x) & 7)));
  }
  for (int ax0_ax1_fused_0_1 = 0; ax0_ax1_fused_0_1 < 2; ++ax0_ax1_fused_0_1) {
    ptx_cp_async_legacy_cg_16_4_4(buf_dyn_shmem_ptr, (((ax0_ax1_fused_0_1 * 1024) + (((int)threadIdx.x) * 4)) + 4224), B_ptr, ((((ax0_ax1_fused_0_1 * 16384) + ((((int)threadIdx.x) >> 6) * 4096)) + (((int)blockIdx.x) * 256)) + ((((int)threadIdx.x) & 63) * 4)));
  }
  tvm_builtin_ptx_cp_async_commit_group_async_commit_group();
  for (int ax0_ax1_fused_0_2 = 0; ax0_ax1_fused_0_2 < 4; ++ax0_ax1_fused_0_2) {
    ptx_cp_async_legacy_ca_4_4_4(buf_dyn_shmem_ptr, (((((((int)threadIdx.x) & 7) * 132) + (ax0_ax1_fused_0_2 * 32)) + (((int)threadIdx.x) >> 3)) + 1056), A_ptr, (((((((int)blockIdx.y) * 524288) + (ax0_ax1_fused_0_2 * 131072)) + ((((int)threadIdx.x) >> 3) * 4096)) + (((int)threadIdx.x) & 7)) + 8));
  }
  for (int ax0_ax1_fused_0_3 = 0; ax0_ax1_fused_0_3 < 2; ++ax0_ax1_fused_0_3) {
    ptx_cp_async_legacy_cg_16_4_4(buf_dyn_shmem_ptr, (((ax0_ax1_fused_0_3 * 1024) + (((int)threadIdx.x) * 4)) + 6272), B_ptr, (((((ax0_ax1_fused_0_3 * 16384) + ((((int)threadIdx.x) >> 6) * 4096)) + (((int)blockIdx.x) * 256)) + ((((int)threadIdx.x) & 63) * 4)) + 32768));
  }
  tvm_builtin_ptx_cp_async_commit_group_async_commit_group();
  for (int ax0_ax1_fused_0_4 = 0; ax0_ax1_fused_0_4 < 4; ++ax0_ax1_fused_0_4) {
    ptx_cp_async_legacy_ca_4_4_4(buf_dyn_shmem_ptr, (((((((int)threadIdx.x) & 7) * 132) + (ax0_ax1_fused_0_4 * 32)) + (((int)threadIdx.x) >> 3)) + 2112), A_ptr, (((((((int)blockIdx.y) * 524288) + (ax0_ax1_fused_0_4 * 131072)) + ((((int)threadIdx.x) >> 3) * 4096)) + (((int)threadIdx.x) & 7)) + 16));
  }
  for (int ax0_ax1_fused_0_5 = 0; ax0_ax1_fused_0_5 < 2; ++ax0_ax1_fused_0_5) {
    ptx_cp_async_legacy_cg_16_4_4(buf_dyn_shmem_ptr, (((ax0_ax1_fused_0_5 * 1024) + (((int)threadIdx.x) * 4)) + 8320), B_ptr, (((((ax0_ax1_fused_0_5 * 16384) + ((((int)threadIdx.x) >> 6) * 4096)) + (((int)blockIdx.x) * 256)) + ((((int)threadIdx.x) & 63) * 4)) + 65536));
  }
  tvm_builtin_ptx_cp_async_commit_group_async_commit_group();
  int cse_v6 = (((int)threadIdx.x) >> 7);
  int cse_v38 = ((((int)threadIdx.x) >> 7) * 64);
  int cse_v39 = ((((int)threadIdx.x) & 31) >> 3);
  int cse_v40 = ((((int)threadIdx.x) & 7) * 4);
  int cse_v55 = (((((int)threadIdx.x) & 31) >> 3) * 4);
  int cse_v56 = (((((int)threadIdx.x) & 127) >> 5) * 64);
  int cse_v125 = (((((int)threadIdx.x) >> 7) * 64) + (((((int)threadIdx.x) & 31) >> 3) * 4));
  int cse_v126 = ((((((int)threadIdx.x) & 127) >> 5) * 64) + ((((int)threadIdx.x) & 7) * 4));
  tvm_builtin_ptx_cp_async_wait_group_async_wait_group_2();
  __syncthreads();
  *(float4*)(A_shared_dyn_local_ptr + 0) = *(float4*)(((float*)buf_dyn_shmem_ptr) + (((((int)threadIdx.x) >> 7) * 64) + (((((int)threadIdx.x) & 31) >> 3) * 4)));
  *(float4*)(A_shared_dyn_local_ptr + 8) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((int)threadIdx.x) >> 7) * 64) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 16));
  *(float4*)(A_shared_dyn_local_ptr + 16) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((int)threadIdx.x) >> 7) * 64) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 32));
  *(float4*)(A_shared_dyn_local_ptr + 24) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((int)threadIdx.x) >> 7) * 64) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 48));
  *(float4*)(B_shared_dyn_local_ptr + 0) = *(float4*)(((float*)buf_dyn_shmem_ptr) + (((((((int)threadIdx.x) & 127) >> 5) * 64) + ((((int)threadIdx.x) & 7) * 4)) + 4224));
  *(float4*)(B_shared_dyn_local_ptr + 8) = *(float4*)(((float*)buf_dyn_shmem_ptr) + (((((((int)threadIdx.x) & 127) >> 5) * 64) + ((((int)threadIdx.x) & 7) * 4)) + 4256));
  for (int k_0 = 0; k_0 < 509; ++k_0) {
    int cse_v41 = ((k_0 + 3) & 3);
    __syncthreads();
    for (int ax0_ax1_fused_0_6 = 0; ax0_ax1_fused_0_6 < 4; ++ax0_ax1_fused_0_6) {
      ptx_cp_async_legacy_ca_4_4_4(buf_dyn_shmem_ptr, ((((((k_0 + 3) & 3) * 1056) + ((((int)threadIdx.x) & 7) * 132)) + (ax0_ax1_fused_0_6 * 32)) + (((int)threadIdx.x) >> 3)), A_ptr, ((((((((int)blockIdx.y) * 524288) + (ax0_ax1_fused_0_6 * 131072)) + ((((int)threadIdx.x) >> 3) * 4096)) + (k_0 * 8)) + (((int)threadIdx.x) & 7)) + 24));
    }
    for (int ax0_ax1_fused_0_7 = 0; ax0_ax1_fused_0_7 < 2; ++ax0_ax1_fused_0_7) {
      ptx_cp_async_legacy_cg_16_4_4(buf_dyn_shmem_ptr, ((((((k_0 + 3) & 3) * 2048) + (ax0_ax1_fused_0_7 * 1024)) + (((int)threadIdx.x) * 4)) + 4224), B_ptr, ((((((k_0 * 32768) + (ax0_ax1_fused_0_7 * 16384)) + ((((int)threadIdx.x) >> 6) * 4096)) + (((int)blockIdx.x) * 256)) + ((((int)threadIdx.x) & 63) * 4)) + 98304));
    }
    tvm_builtin_ptx_cp_async_commit_group_async_commit_group();
    tvm_builtin_ptx_cp_async_wait_group_async_wait_group_2();
    __syncthreads();
    for (int k_1 = 0; k_1 < 7; ++k_1) {
      int cse_v7 = (k_0 & 3);
      int cse_v57 = (((k_1 + 1) & 1) * 4);
      int cse_v150 = (((((k_0 & 3) * 1056) + (k_1 * 132)) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4));
      *(float4*)(A_shared_dyn_local_ptr + (((k_1 + 1) & 1) * 4)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((k_0 & 3) * 1056) + (k_1 * 132)) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 132));
      int cse_v127 = ((((k_1 + 1) & 1) * 4) + 8);
      *(float4*)(A_shared_dyn_local_ptr + ((((k_1 + 1) & 1) * 4) + 8)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((k_0 & 3) * 1056) + (k_1 * 132)) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 148));
      *(float4*)(A_shared_dyn_local_ptr + ((((k_1 + 1) & 1) * 4) + 16)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((k_0 & 3) * 1056) + (k_1 * 132)) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 164));
      *(float4*)(A_shared_dyn_local_ptr + ((((k_1 + 1) & 1) * 4) + 24)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((k_0 & 3) * 1056) + (k_1 * 132)) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 180));
      int cse_v151 = (((((k_0 & 3) * 2048) + (k_1 * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4));
      *(float4*)(B_shared_dyn_local_ptr + (((k_1 + 1) & 1) * 4)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((k_0 & 3) * 2048) + (k_1 * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 4480));
      *(float4*)(B_shared_dyn_local_ptr + ((((k_1 + 1) & 1) * 4) + 8)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((k_0 & 3) * 2048) + (k_1 * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 4512));
      for (int i_4 = 0; i_4 < 4; ++i_4) {
        for (int j_4 = 0; j_4 < 4; ++j_4) {
          int cse_v42 = ((i_4 * 4) + j_4);
          int cse_v43 = ((k_1 & 1) * 4);
          int cse_v58 = (((k_1 & 1) * 4) + i_4);
          int cse_v59 = (((k_1 & 1) * 4) + j_4);
          C_sum_local_ptr[((i_4 * 4) + j_4)] = (C_sum_local_ptr[((i_4 * 4) + j_4)] + (A_shared_dyn_local_ptr[(((k_1 & 1) * 4) + i_4)] * B_shared_dyn_local_ptr[(((k_1 & 1) * 4) + j_4)]));
          int cse_v60 = (((i_4 * 4) + j_4) + 32);
          int cse_v128 = ((((k_1 & 1) * 4) + i_4) + 8);
          C_sum_local_ptr[(((i_4 * 4) + j_4) + 32)] = (C_sum_local_ptr[(((i_4 * 4) + j_4) + 32)] + (A_shared_dyn_local_ptr[((((k_1 & 1) * 4) + i_4) + 8)] * B_shared_dyn_local_ptr[(((k_1 & 1) * 4) + j_4)]));
          int cse_v61 = (((i_4 * 4) + j_4) + 64);
          int cse_v129 = ((((k_1 & 1) * 4) + i_4) + 16);
          C_sum_local_ptr[(((i_4 * 4) + j_4) + 64)] = (C_sum_local_ptr[(((i_4 * 4) + j_4) + 64)] + (A_shared_dyn_local_ptr[((((k_1 & 1) * 4) + i_4) + 16)] * B_shared_dyn_local_ptr[(((k_1 & 1) * 4) + j_4)]));
          int cse_v62 = (((i_4 * 4) + j_4) + 96);
          int cse_v130 = ((((k_1 & 1) * 4) + i_4) + 24);
          C_sum_local_ptr[(((i_4 * 4) + j_4) + 96)] = (C_sum_local_ptr[(((i_4 * 4) + j_4) + 96)] + (A_shared_dyn_local_ptr[((((k_1 & 1) * 4) + i_4) + 24)] * B_shared_dyn_local_ptr[(((k_1 & 1) * 4) + j_4)]));
          int cse_v63 = (((i_4 * 4) + j_4) + 16);
          int cse_v131 = ((((k_1 & 1) * 4) + j_4) + 8);
          C_sum_local_ptr[(((i_4 * 4) + j_4) + 16)] = (C_sum_local_ptr[(((i_4 * 4) + j_4) + 16)] + (A_shared_dyn_local_ptr[(((k_1 & 1) * 4) + i_4)] * B_shared_dyn_local_ptr[((((k_1 & 1) * 4) + j_4) + 8)]));
          int cse_v64 = (((i_4 * 4) + j_4) + 48);
          C_sum_local_ptr[(((i_4 * 4) + j_4) + 48)] = (C_sum_local_ptr[(((i_4 * 4) + j_4) + 48)] + (A_shared_dyn_local_ptr[((((k_1 & 1) * 4) + i_4) + 8)] * B_shared_dyn_local_ptr[((((k_1 & 1) * 4) + j_4) + 8)]));
          int cse_v65 = (((i_4 * 4) + j_4) + 80);
          C_sum_local_ptr[(((i_4 * 4) + j_4) + 80)] = (C_sum_local_ptr[(((i_4 * 4) + j_4) + 80)] + (A_shared_dyn_local_ptr[((((k_1 & 1) * 4) + i_4) + 16)] * B_shared_dyn_local_ptr[((((k_1 & 1) * 4) + j_4) + 8)]));
          int cse_v66 = (((i_4 * 4) + j_4) + 112);
          C_sum_local_ptr[(((i_4 * 4) + j_4) + 112)] = (C_sum_local_ptr[(((i_4 * 4) + j_4) + 112)] + (A_shared_dyn_local_ptr[((((k_1 & 1) * 4) + i_4) + 24)] * B_shared_dyn_local_ptr[((((k_1 & 1) * 4) + j_4) + 8)]));
        }
      }
    }
    int cse_v44 = ((k_0 + 1) & 3);
    int cse_v152 = (((((k_0 + 1) & 3) * 1056) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4));
    *(float4*)(A_shared_dyn_local_ptr + 0) = *(float4*)(((float*)buf_dyn_shmem_ptr) + (((((k_0 + 1) & 3) * 1056) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)));
    *(float4*)(A_shared_dyn_local_ptr + 8) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((k_0 + 1) & 3) * 1056) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 16));
    *(float4*)(A_shared_dyn_local_ptr + 16) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((k_0 + 1) & 3) * 1056) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 32));
    *(float4*)(A_shared_dyn_local_ptr + 24) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((k_0 + 1) & 3) * 1056) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 48));
    int cse_v153 = (((((k_0 + 1) & 3) * 2048) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4));
    *(float4*)(B_shared_dyn_local_ptr + 0) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((k_0 + 1) & 3) * 2048) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 4224));
    *(float4*)(B_shared_dyn_local_ptr + 8) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((k_0 + 1) & 3) * 2048) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 4256));
    for (int i_4_1 = 0; i_4_1 < 4; ++i_4_1) {
      for (int j_4_1 = 0; j_4_1 < 4; ++j_4_1) {
        int cse_v8 = (i_4_1 + 4);
        int cse_v9 = (j_4_1 + 4);
        int cse_v45 = ((i_4_1 * 4) + j_4_1);
        C_sum_local_ptr[((i_4_1 * 4) + j_4_1)] = (C_sum_local_ptr[((i_4_1 * 4) + j_4_1)] + (A_shared_dyn_local_ptr[(i_4_1 + 4)] * B_shared_dyn_local_ptr[(j_4_1 + 4)]));
        int cse_v10 = (i_4_1 + 12);
        int cse_v67 = (((i_4_1 * 4) + j_4_1) + 32);
        C_sum_local_ptr[(((i_4_1 * 4) + j_4_1) + 32)] = (C_sum_local_ptr[(((i_4_1 * 4) + j_4_1) + 32)] + (A_shared_dyn_local_ptr[(i_4_1 + 12)] * B_shared_dyn_local_ptr[(j_4_1 + 4)]));
        int cse_v11 = (i_4_1 + 20);
        int cse_v68 = (((i_4_1 * 4) + j_4_1) + 64);
        C_sum_local_ptr[(((i_4_1 * 4) + j_4_1) + 64)] = (C_sum_local_ptr[(((i_4_1 * 4) + j_4_1) + 64)] + (A_shared_dyn_local_ptr[(i_4_1 + 20)] * B_shared_dyn_local_ptr[(j_4_1 + 4)]));
        int cse_v12 = (i_4_1 + 28);
        int cse_v69 = (((i_4_1 * 4) + j_4_1) + 96);
        C_sum_local_ptr[(((i_4_1 * 4) + j_4_1) + 96)] = (C_sum_local_ptr[(((i_4_1 * 4) + j_4_1) + 96)] + (A_shared_dyn_local_ptr[(i_4_1 + 28)] * B_shared_dyn_local_ptr[(j_4_1 + 4)]));
        int cse_v13 = (j_4_1 + 12);
        int cse_v70 = (((i_4_1 * 4) + j_4_1) + 16);
        C_sum_local_ptr[(((i_4_1 * 4) + j_4_1) + 16)] = (C_sum_local_ptr[(((i_4_1 * 4) + j_4_1) + 16)] + (A_shared_dyn_local_ptr[(i_4_1 + 4)] * B_shared_dyn_local_ptr[(j_4_1 + 12)]));
        int cse_v71 = (((i_4_1 * 4) + j_4_1) + 48);
        C_sum_local_ptr[(((i_4_1 * 4) + j_4_1) + 48)] = (C_sum_local_ptr[(((i_4_1 * 4) + j_4_1) + 48)] + (A_shared_dyn_local_ptr[(i_4_1 + 12)] * B_shared_dyn_local_ptr[(j_4_1 + 12)]));
        int cse_v72 = (((i_4_1 * 4) + j_4_1) + 80);
        C_sum_local_ptr[(((i_4_1 * 4) + j_4_1) + 80)] = (C_sum_local_ptr[(((i_4_1 * 4) + j_4_1) + 80)] + (A_shared_dyn_local_ptr[(i_4_1 + 20)] * B_shared_dyn_local_ptr[(j_4_1 + 12)]));
        int cse_v73 = (((i_4_1 * 4) + j_4_1) + 112);
        C_sum_local_ptr[(((i_4_1 * 4) + j_4_1) + 112)] = (C_sum_local_ptr[(((i_4_1 * 4) + j_4_1) + 112)] + (A_shared_dyn_local_ptr[(i_4_1 + 28)] * B_shared_dyn_local_ptr[(j_4_1 + 12)]));
      }
    }
  }
  tvm_builtin_ptx_cp_async_wait_group_async_wait_group_1();
  __syncthreads();
  for (int k_1_1 = 0; k_1_1 < 7; ++k_1_1) {
    int cse_v74 = (((k_1_1 + 1) & 1) * 4);
    int cse_v132 = (((k_1_1 * 132) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4));
    *(float4*)(A_shared_dyn_local_ptr + (((k_1_1 + 1) & 1) * 4)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((k_1_1 * 132) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 1188));
    int cse_v133 = ((((k_1_1 + 1) & 1) * 4) + 8);
    *(float4*)(A_shared_dyn_local_ptr + ((((k_1_1 + 1) & 1) * 4) + 8)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((k_1_1 * 132) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 1204));
    *(float4*)(A_shared_dyn_local_ptr + ((((k_1_1 + 1) & 1) * 4) + 16)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((k_1_1 * 132) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 1220));
    *(float4*)(A_shared_dyn_local_ptr + ((((k_1_1 + 1) & 1) * 4) + 24)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((k_1_1 * 132) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 1236));
    int cse_v154 = (((k_1_1 * 256) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4));
    *(float4*)(B_shared_dyn_local_ptr + (((k_1_1 + 1) & 1) * 4)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((k_1_1 * 256) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 6528));
    *(float4*)(B_shared_dyn_local_ptr + ((((k_1_1 + 1) & 1) * 4) + 8)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((k_1_1 * 256) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 6560));
    for (int i_4_2 = 0; i_4_2 < 4; ++i_4_2) {
      for (int j_4_2 = 0; j_4_2 < 4; ++j_4_2) {
        int cse_v46 = ((i_4_2 * 4) + j_4_2);
        int cse_v47 = ((k_1_1 & 1) * 4);
        int cse_v75 = (((k_1_1 & 1) * 4) + i_4_2);
        int cse_v76 = (((k_1_1 & 1) * 4) + j_4_2);
        C_sum_local_ptr[((i_4_2 * 4) + j_4_2)] = (C_sum_local_ptr[((i_4_2 * 4) + j_4_2)] + (A_shared_dyn_local_ptr[(((k_1_1 & 1) * 4) + i_4_2)] * B_shared_dyn_local_ptr[(((k_1_1 & 1) * 4) + j_4_2)]));
        int cse_v77 = (((i_4_2 * 4) + j_4_2) + 32);
        int cse_v134 = ((((k_1_1 & 1) * 4) + i_4_2) + 8);
        C_sum_local_ptr[(((i_4_2 * 4) + j_4_2) + 32)] = (C_sum_local_ptr[(((i_4_2 * 4) + j_4_2) + 32)] + (A_shared_dyn_local_ptr[((((k_1_1 & 1) * 4) + i_4_2) + 8)] * B_shared_dyn_local_ptr[(((k_1_1 & 1) * 4) + j_4_2)]));
        int cse_v78 = (((i_4_2 * 4) + j_4_2) + 64);
        int cse_v135 = ((((k_1_1 & 1) * 4) + i_4_2) + 16);
        C_sum_local_ptr[(((i_4_2 * 4) + j_4_2) + 64)] = (C_sum_local_ptr[(((i_4_2 * 4) + j_4_2) + 64)] + (A_shared_dyn_local_ptr[((((k_1_1 & 1) * 4) + i_4_2) + 16)] * B_shared_dyn_local_ptr[(((k_1_1 & 1) * 4) + j_4_2)]));
        int cse_v79 = (((i_4_2 * 4) + j_4_2) + 96);
        int cse_v136 = ((((k_1_1 & 1) * 4) + i_4_2) + 24);
        C_sum_local_ptr[(((i_4_2 * 4) + j_4_2) + 96)] = (C_sum_local_ptr[(((i_4_2 * 4) + j_4_2) + 96)] + (A_shared_dyn_local_ptr[((((k_1_1 & 1) * 4) + i_4_2) + 24)] * B_shared_dyn_local_ptr[(((k_1_1 & 1) * 4) + j_4_2)]));
        int cse_v80 = (((i_4_2 * 4) + j_4_2) + 16);
        int cse_v137 = ((((k_1_1 & 1) * 4) + j_4_2) + 8);
        C_sum_local_ptr[(((i_4_2 * 4) + j_4_2) + 16)] = (C_sum_local_ptr[(((i_4_2 * 4) + j_4_2) + 16)] + (A_shared_dyn_local_ptr[(((k_1_1 & 1) * 4) + i_4_2)] * B_shared_dyn_local_ptr[((((k_1_1 & 1) * 4) + j_4_2) + 8)]));
        int cse_v81 = (((i_4_2 * 4) + j_4_2) + 48);
        C_sum_local_ptr[(((i_4_2 * 4) + j_4_2) + 48)] = (C_sum_local_ptr[(((i_4_2 * 4) + j_4_2) + 48)] + (A_shared_dyn_local_ptr[((((k_1_1 & 1) * 4) + i_4_2) + 8)] * B_shared_dyn_local_ptr[((((k_1_1 & 1) * 4) + j_4_2) + 8)]));
        int cse_v82 = (((i_4_2 * 4) + j_4_2) + 80);
        C_sum_local_ptr[(((i_4_2 * 4) + j_4_2) + 80)] = (C_sum_local_ptr[(((i_4_2 * 4) + j_4_2) + 80)] + (A_shared_dyn_local_ptr[((((k_1_1 & 1) * 4) + i_4_2) + 16)] * B_shared_dyn_local_ptr[((((k_1_1 & 1) * 4) + j_4_2) + 8)]));
        int cse_v83 = (((i_4_2 * 4) + j_4_2) + 112);
        C_sum_local_ptr[(((i_4_2 * 4) + j_4_2) + 112)] = (C_sum_local_ptr[(((i_4_2 * 4) + j_4_2) + 112)] + (A_shared_dyn_local_ptr[((((k_1_1 & 1) * 4) + i_4_2) + 24)] * B_shared_dyn_local_ptr[((((k_1_1 & 1) * 4) + j_4_2) + 8)]));
      }
    }
  }
  *(float4*)(A_shared_dyn_local_ptr + 0) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((int)threadIdx.x) >> 7) * 64) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 2112));
  *(float4*)(A_shared_dyn_local_ptr + 8) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((int)threadIdx.x) >> 7) * 64) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 2128));
  *(float4*)(A_shared_dyn_local_ptr + 16) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((int)threadIdx.x) >> 7) * 64) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 2144));
  *(float4*)(A_shared_dyn_local_ptr + 24) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((int)threadIdx.x) >> 7) * 64) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 2160));
  *(float4*)(B_shared_dyn_local_ptr + 0) = *(float4*)(((float*)buf_dyn_shmem_ptr) + (((((((int)threadIdx.x) & 127) >> 5) * 64) + ((((int)threadIdx.x) & 7) * 4)) + 8320));
  *(float4*)(B_shared_dyn_local_ptr + 8) = *(float4*)(((float*)buf_dyn_shmem_ptr) + (((((((int)threadIdx.x) & 127) >> 5) * 64) + ((((int)threadIdx.x) & 7) * 4)) + 8352));
  for (int i_4_3 = 0; i_4_3 < 4; ++i_4_3) {
    for (int j_4_3 = 0; j_4_3 < 4; ++j_4_3) {
      int cse_v14 = (i_4_3 + 4);
      int cse_v15 = (j_4_3 + 4);
      int cse_v48 = ((i_4_3 * 4) + j_4_3);
      C_sum_local_ptr[((i_4_3 * 4) + j_4_3)] = (C_sum_local_ptr[((i_4_3 * 4) + j_4_3)] + (A_shared_dyn_local_ptr[(i_4_3 + 4)] * B_shared_dyn_local_ptr[(j_4_3 + 4)]));
      int cse_v16 = (i_4_3 + 12);
      int cse_v84 = (((i_4_3 * 4) + j_4_3) + 32);
      C_sum_local_ptr[(((i_4_3 * 4) + j_4_3) + 32)] = (C_sum_local_ptr[(((i_4_3 * 4) + j_4_3) + 32)] + (A_shared_dyn_local_ptr[(i_4_3 + 12)] * B_shared_dyn_local_ptr[(j_4_3 + 4)]));
      int cse_v17 = (i_4_3 + 20);
      int cse_v85 = (((i_4_3 * 4) + j_4_3) + 64);
      C_sum_local_ptr[(((i_4_3 * 4) + j_4_3) + 64)] = (C_sum_local_ptr[(((i_4_3 * 4) + j_4_3) + 64)] + (A_shared_dyn_local_ptr[(i_4_3 + 20)] * B_shared_dyn_local_ptr[(j_4_3 + 4)]));
      int cse_v18 = (i_4_3 + 28);
      int cse_v86 = (((i_4_3 * 4) + j_4_3) + 96);
      C_sum_local_ptr[(((i_4_3 * 4) + j_4_3) + 96)] = (C_sum_local_ptr[(((i_4_3 * 4) + j_4_3) + 96)] + (A_shared_dyn_local_ptr[(i_4_3 + 28)] * B_shared_dyn_local_ptr[(j_4_3 + 4)]));
      int cse_v19 = (j_4_3 + 12);
      int cse_v87 = (((i_4_3 * 4) + j_4_3) + 16);
      C_sum_local_ptr[(((i_4_3 * 4) + j_4_3) + 16)] = (C_sum_local_ptr[(((i_4_3 * 4) + j_4_3) + 16)] + (A_shared_dyn_local_ptr[(i_4_3 + 4)] * B_shared_dyn_local_ptr[(j_4_3 + 12)]));
      int cse_v88 = (((i_4_3 * 4) + j_4_3) + 48);
      C_sum_local_ptr[(((i_4_3 * 4) + j_4_3) + 48)] = (C_sum_local_ptr[(((i_4_3 * 4) + j_4_3) + 48)] + (A_shared_dyn_local_ptr[(i_4_3 + 12)] * B_shared_dyn_local_ptr[(j_4_3 + 12)]));
      int cse_v89 = (((i_4_3 * 4) + j_4_3) + 80);
      C_sum_local_ptr[(((i_4_3 * 4) + j_4_3) + 80)] = (C_sum_local_ptr[(((i_4_3 * 4) + j_4_3) + 80)] + (A_shared_dyn_local_ptr[(i_4_3 + 20)] * B_shared_dyn_local_ptr[(j_4_3 + 12)]));
      int cse_v90 = (((i_4_3 * 4) + j_4_3) + 112);
      C_sum_local_ptr[(((i_4_3 * 4) + j_4_3) + 112)] = (C_sum_local_ptr[(((i_4_3 * 4) + j_4_3) + 112)] + (A_shared_dyn_local_ptr[(i_4_3 + 28)] * B_shared_dyn_local_ptr[(j_4_3 + 12)]));
    }
  }
  tvm_builtin_ptx_cp_async_wait_group_async_wait_group_0();
  __syncthreads();
  for (int k_1_2 = 0; k_1_2 < 7; ++k_1_2) {
    int cse_v91 = (((k_1_2 + 1) & 1) * 4);
    int cse_v138 = (((k_1_2 * 132) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4));
    *(float4*)(A_shared_dyn_local_ptr + (((k_1_2 + 1) & 1) * 4)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((k_1_2 * 132) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 2244));
    int cse_v139 = ((((k_1_2 + 1) & 1) * 4) + 8);
    *(float4*)(A_shared_dyn_local_ptr + ((((k_1_2 + 1) & 1) * 4) + 8)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((k_1_2 * 132) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 2260));
    *(float4*)(A_shared_dyn_local_ptr + ((((k_1_2 + 1) & 1) * 4) + 16)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((k_1_2 * 132) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 2276));
    *(float4*)(A_shared_dyn_local_ptr + ((((k_1_2 + 1) & 1) * 4) + 24)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((k_1_2 * 132) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 2292));
    int cse_v155 = (((k_1_2 * 256) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4));
    *(float4*)(B_shared_dyn_local_ptr + (((k_1_2 + 1) & 1) * 4)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((k_1_2 * 256) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 8576));
    *(float4*)(B_shared_dyn_local_ptr + ((((k_1_2 + 1) & 1) * 4) + 8)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((k_1_2 * 256) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 8608));
    for (int i_4_4 = 0; i_4_4 < 4; ++i_4_4) {
      for (int j_4_4 = 0; j_4_4 < 4; ++j_4_4) {
        int cse_v49 = ((i_4_4 * 4) + j_4_4);
        int cse_v50 = ((k_1_2 & 1) * 4);
        int cse_v92 = (((k_1_2 & 1) * 4) + i_4_4);
        int cse_v93 = (((k_1_2 & 1) * 4) + j_4_4);
        C_sum_local_ptr[((i_4_4 * 4) + j_4_4)] = (C_sum_local_ptr[((i_4_4 * 4) + j_4_4)] + (A_shared_dyn_local_ptr[(((k_1_2 & 1) * 4) + i_4_4)] * B_shared_dyn_local_ptr[(((k_1_2 & 1) * 4) + j_4_4)]));
        int cse_v94 = (((i_4_4 * 4) + j_4_4) + 32);
        int cse_v140 = ((((k_1_2 & 1) * 4) + i_4_4) + 8);
        C_sum_local_ptr[(((i_4_4 * 4) + j_4_4) + 32)] = (C_sum_local_ptr[(((i_4_4 * 4) + j_4_4) + 32)] + (A_shared_dyn_local_ptr[((((k_1_2 & 1) * 4) + i_4_4) + 8)] * B_shared_dyn_local_ptr[(((k_1_2 & 1) * 4) + j_4_4)]));
        int cse_v95 = (((i_4_4 * 4) + j_4_4) + 64);
        int cse_v141 = ((((k_1_2 & 1) * 4) + i_4_4) + 16);
        C_sum_local_ptr[(((i_4_4 * 4) + j_4_4) + 64)] = (C_sum_local_ptr[(((i_4_4 * 4) + j_4_4) + 64)] + (A_shared_dyn_local_ptr[((((k_1_2 & 1) * 4) + i_4_4) + 16)] * B_shared_dyn_local_ptr[(((k_1_2 & 1) * 4) + j_4_4)]));
        int cse_v96 = (((i_4_4 * 4) + j_4_4) + 96);
        int cse_v142 = ((((k_1_2 & 1) * 4) + i_4_4) + 24);
        C_sum_local_ptr[(((i_4_4 * 4) + j_4_4) + 96)] = (C_sum_local_ptr[(((i_4_4 * 4) + j_4_4) + 96)] + (A_shared_dyn_local_ptr[((((k_1_2 & 1) * 4) + i_4_4) + 24)] * B_shared_dyn_local_ptr[(((k_1_2 & 1) * 4) + j_4_4)]));
        int cse_v97 = (((i_4_4 * 4) + j_4_4) + 16);
        int cse_v143 = ((((k_1_2 & 1) * 4) + j_4_4) + 8);
        C_sum_local_ptr[(((i_4_4 * 4) + j_4_4) + 16)] = (C_sum_local_ptr[(((i_4_4 * 4) + j_4_4) + 16)] + (A_shared_dyn_local_ptr[(((k_1_2 & 1) * 4) + i_4_4)] * B_shared_dyn_local_ptr[((((k_1_2 & 1) * 4) + j_4_4) + 8)]));
        int cse_v98 = (((i_4_4 * 4) + j_4_4) + 48);
        C_sum_local_ptr[(((i_4_4 * 4) + j_4_4) + 48)] = (C_sum_local_ptr[(((i_4_4 * 4) + j_4_4) + 48)] + (A_shared_dyn_local_ptr[((((k_1_2 & 1) * 4) + i_4_4) + 8)] * B_shared_dyn_local_ptr[((((k_1_2 & 1) * 4) + j_4_4) + 8)]));
        int cse_v99 = (((i_4_4 * 4) + j_4_4) + 80);
        C_sum_local_ptr[(((i_4_4 * 4) + j_4_4) + 80)] = (C_sum_local_ptr[(((i_4_4 * 4) + j_4_4) + 80)] + (A_shared_dyn_local_ptr[((((k_1_2 & 1) * 4) + i_4_4) + 16)] * B_shared_dyn_local_ptr[((((k_1_2 & 1) * 4) + j_4_4) + 8)]));
        int cse_v100 = (((i_4_4 * 4) + j_4_4) + 112);
        C_sum_local_ptr[(((i_4_4 * 4) + j_4_4) + 112)] = (C_sum_local_ptr[(((i_4_4 * 4) + j_4_4) + 112)] + (A_shared_dyn_local_ptr[((((k_1_2 & 1) * 4) + i_4_4) + 24)] * B_shared_dyn_local_ptr[((((k_1_2 & 1) * 4) + j_4_4) + 8)]));
      }
    }
  }
  *(float4*)(A_shared_dyn_local_ptr + 0) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((int)threadIdx.x) >> 7) * 64) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 3168));
  *(float4*)(A_shared_dyn_local_ptr + 8) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((int)threadIdx.x) >> 7) * 64) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 3184));
  *(float4*)(A_shared_dyn_local_ptr + 16) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((int)threadIdx.x) >> 7) * 64) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 3200));
  *(float4*)(A_shared_dyn_local_ptr + 24) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((((int)threadIdx.x) >> 7) * 64) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 3216));
  *(float4*)(B_shared_dyn_local_ptr + 0) = *(float4*)(((float*)buf_dyn_shmem_ptr) + (((((((int)threadIdx.x) & 127) >> 5) * 64) + ((((int)threadIdx.x) & 7) * 4)) + 10368));
  *(float4*)(B_shared_dyn_local_ptr + 8) = *(float4*)(((float*)buf_dyn_shmem_ptr) + (((((((int)threadIdx.x) & 127) >> 5) * 64) + ((((int)threadIdx.x) & 7) * 4)) + 10400));
  for (int i_4_5 = 0; i_4_5 < 4; ++i_4_5) {
    for (int j_4_5 = 0; j_4_5 < 4; ++j_4_5) {
      int cse_v20 = (i_4_5 + 4);
      int cse_v21 = (j_4_5 + 4);
      int cse_v51 = ((i_4_5 * 4) + j_4_5);
      C_sum_local_ptr[((i_4_5 * 4) + j_4_5)] = (C_sum_local_ptr[((i_4_5 * 4) + j_4_5)] + (A_shared_dyn_local_ptr[(i_4_5 + 4)] * B_shared_dyn_local_ptr[(j_4_5 + 4)]));
      int cse_v22 = (i_4_5 + 12);
      int cse_v101 = (((i_4_5 * 4) + j_4_5) + 32);
      C_sum_local_ptr[(((i_4_5 * 4) + j_4_5) + 32)] = (C_sum_local_ptr[(((i_4_5 * 4) + j_4_5) + 32)] + (A_shared_dyn_local_ptr[(i_4_5 + 12)] * B_shared_dyn_local_ptr[(j_4_5 + 4)]));
      int cse_v23 = (i_4_5 + 20);
      int cse_v102 = (((i_4_5 * 4) + j_4_5) + 64);
      C_sum_local_ptr[(((i_4_5 * 4) + j_4_5) + 64)] = (C_sum_local_ptr[(((i_4_5 * 4) + j_4_5) + 64)] + (A_shared_dyn_local_ptr[(i_4_5 + 20)] * B_shared_dyn_local_ptr[(j_4_5 + 4)]));
      int cse_v24 = (i_4_5 + 28);
      int cse_v103 = (((i_4_5 * 4) + j_4_5) + 96);
      C_sum_local_ptr[(((i_4_5 * 4) + j_4_5) + 96)] = (C_sum_local_ptr[(((i_4_5 * 4) + j_4_5) + 96)] + (A_shared_dyn_local_ptr[(i_4_5 + 28)] * B_shared_dyn_local_ptr[(j_4_5 + 4)]));
      int cse_v25 = (j_4_5 + 12);
      int cse_v104 = (((i_4_5 * 4) + j_4_5) + 16);
      C_sum_local_ptr[(((i_4_5 * 4) + j_4_5) + 16)] = (C_sum_local_ptr[(((i_4_5 * 4) + j_4_5) + 16)] + (A_shared_dyn_local_ptr[(i_4_5 + 4)] * B_shared_dyn_local_ptr[(j_4_5 + 12)]));
      int cse_v105 = (((i_4_5 * 4) + j_4_5) + 48);
      C_sum_local_ptr[(((i_4_5 * 4) + j_4_5) + 48)] = (C_sum_local_ptr[(((i_4_5 * 4) + j_4_5) + 48)] + (A_shared_dyn_local_ptr[(i_4_5 + 12)] * B_shared_dyn_local_ptr[(j_4_5 + 12)]));
      int cse_v106 = (((i_4_5 * 4) + j_4_5) + 80);
      C_sum_local_ptr[(((i_4_5 * 4) + j_4_5) + 80)] = (C_sum_local_ptr[(((i_4_5 * 4) + j_4_5) + 80)] + (A_shared_dyn_local_ptr[(i_4_5 + 20)] * B_shared_dyn_local_ptr[(j_4_5 + 12)]));
      int cse_v107 = (((i_4_5 * 4) + j_4_5) + 112);
      C_sum_local_ptr[(((i_4_5 * 4) + j_4_5) + 112)] = (C_sum_local_ptr[(((i_4_5 * 4) + j_4_5) + 112)] + (A_shared_dyn_local_ptr[(i_4_5 + 28)] * B_shared_dyn_local_ptr[(j_4_5 + 12)]));
    }
  }
  for (int k_1_3 = 0; k_1_3 < 7; ++k_1_3) {
    int cse_v108 = (((k_1_3 + 1) & 1) * 4);
    int cse_v144 = (((k_1_3 * 132) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4));
    *(float4*)(A_shared_dyn_local_ptr + (((k_1_3 + 1) & 1) * 4)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((k_1_3 * 132) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 3300));
    int cse_v145 = ((((k_1_3 + 1) & 1) * 4) + 8);
    *(float4*)(A_shared_dyn_local_ptr + ((((k_1_3 + 1) & 1) * 4) + 8)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((k_1_3 * 132) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 3316));
    *(float4*)(A_shared_dyn_local_ptr + ((((k_1_3 + 1) & 1) * 4) + 16)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((k_1_3 * 132) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 3332));
    *(float4*)(A_shared_dyn_local_ptr + ((((k_1_3 + 1) & 1) * 4) + 24)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((k_1_3 * 132) + ((((int)threadIdx.x) >> 7) * 64)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + 3348));
    int cse_v156 = (((k_1_3 * 256) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4));
    *(float4*)(B_shared_dyn_local_ptr + (((k_1_3 + 1) & 1) * 4)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((k_1_3 * 256) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 10624));
    *(float4*)(B_shared_dyn_local_ptr + ((((k_1_3 + 1) & 1) * 4) + 8)) = *(float4*)(((float*)buf_dyn_shmem_ptr) + ((((k_1_3 * 256) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 10656));
    for (int i_4_6 = 0; i_4_6 < 4; ++i_4_6) {
      for (int j_4_6 = 0; j_4_6 < 4; ++j_4_6) {
        int cse_v52 = ((i_4_6 * 4) + j_4_6);
        int cse_v53 = ((k_1_3 & 1) * 4);
        int cse_v109 = (((k_1_3 & 1) * 4) + i_4_6);
        int cse_v110 = (((k_1_3 & 1) * 4) + j_4_6);
        C_sum_local_ptr[((i_4_6 * 4) + j_4_6)] = (C_sum_local_ptr[((i_4_6 * 4) + j_4_6)] + (A_shared_dyn_local_ptr[(((k_1_3 & 1) * 4) + i_4_6)] * B_shared_dyn_local_ptr[(((k_1_3 & 1) * 4) + j_4_6)]));
        int cse_v111 = (((i_4_6 * 4) + j_4_6) + 32);
        int cse_v146 = ((((k_1_3 & 1) * 4) + i_4_6) + 8);
        C_sum_local_ptr[(((i_4_6 * 4) + j_4_6) + 32)] = (C_sum_local_ptr[(((i_4_6 * 4) + j_4_6) + 32)] + (A_shared_dyn_local_ptr[((((k_1_3 & 1) * 4) + i_4_6) + 8)] * B_shared_dyn_local_ptr[(((k_1_3 & 1) * 4) + j_4_6)]));
        int cse_v112 = (((i_4_6 * 4) + j_4_6) + 64);
        int cse_v147 = ((((k_1_3 & 1) * 4) + i_4_6) + 16);
        C_sum_local_ptr[(((i_4_6 * 4) + j_4_6) + 64)] = (C_sum_local_ptr[(((i_4_6 * 4) + j_4_6) + 64)] + (A_shared_dyn_local_ptr[((((k_1_3 & 1) * 4) + i_4_6) + 16)] * B_shared_dyn_local_ptr[(((k_1_3 & 1) * 4) + j_4_6)]));
        int cse_v113 = (((i_4_6 * 4) + j_4_6) + 96);
        int cse_v148 = ((((k_1_3 & 1) * 4) + i_4_6) + 24);
        C_sum_local_ptr[(((i_4_6 * 4) + j_4_6) + 96)] = (C_sum_local_ptr[(((i_4_6 * 4) + j_4_6) + 96)] + (A_shared_dyn_local_ptr[((((k_1_3 & 1) * 4) + i_4_6) + 24)] * B_shared_dyn_local_ptr[(((k_1_3 & 1) * 4) + j_4_6)]));
        int cse_v114 = (((i_4_6 * 4) + j_4_6) + 16);
        int cse_v149 = ((((k_1_3 & 1) * 4) + j_4_6) + 8);
        C_sum_local_ptr[(((i_4_6 * 4) + j_4_6) + 16)] = (C_sum_local_ptr[(((i_4_6 * 4) + j_4_6) + 16)] + (A_shared_dyn_local_ptr[(((k_1_3 & 1) * 4) + i_4_6)] * B_shared_dyn_local_ptr[((((k_1_3 & 1) * 4) + j_4_6) + 8)]));
        int cse_v115 = (((i_4_6 * 4) + j_4_6) + 48);
        C_sum_local_ptr[(((i_4_6 * 4) + j_4_6) + 48)] = (C_sum_local_ptr[(((i_4_6 * 4) + j_4_6) + 48)] + (A_shared_dyn_local_ptr[((((k_1_3 & 1) * 4) + i_4_6) + 8)] * B_shared_dyn_local_ptr[((((k_1_3 & 1) * 4) + j_4_6) + 8)]));
        int cse_v116 = (((i_4_6 * 4) + j_4_6) + 80);
        C_sum_local_ptr[(((i_4_6 * 4) + j_4_6) + 80)] = (C_sum_local_ptr[(((i_4_6 * 4) + j_4_6) + 80)] + (A_shared_dyn_local_ptr[((((k_1_3 & 1) * 4) + i_4_6) + 16)] * B_shared_dyn_local_ptr[((((k_1_3 & 1) * 4) + j_4_6) + 8)]));
        int cse_v117 = (((i_4_6 * 4) + j_4_6) + 112);
        C_sum_local_ptr[(((i_4_6 * 4) + j_4_6) + 112)] = (C_sum_local_ptr[(((i_4_6 * 4) + j_4_6) + 112)] + (A_shared_dyn_local_ptr[((((k_1_3 & 1) * 4) + i_4_6) + 24)] * B_shared_dyn_local_ptr[((((k_1_3 & 1) * 4) + j_4_6) + 8)]));
      }
    }
  }
  for (int i_4_7 = 0; i_4_7 < 4; ++i_4_7) {
    for (int j_4_7 = 0; j_4_7 < 4; ++j_4_7) {
      int cse_v26 = (i_4_7 + 4);
      int cse_v27 = (j_4_7 + 4);
      int cse_v54 = ((i_4_7 * 4) + j_4_7);
      C_sum_local_ptr[((i_4_7 * 4) + j_4_7)] = (C_sum_local_ptr[((i_4_7 * 4) + j_4_7)] + (A_shared_dyn_local_ptr[(i_4_7 + 4)] * B_shared_dyn_local_ptr[(j_4_7 + 4)]));
      int cse_v28 = (i_4_7 + 12);
      int cse_v118 = (((i_4_7 * 4) + j_4_7) + 32);
      C_sum_local_ptr[(((i_4_7 * 4) + j_4_7) + 32)] = (C_sum_local_ptr[(((i_4_7 * 4) + j_4_7) + 32)] + (A_shared_dyn_local_ptr[(i_4_7 + 12)] * B_shared_dyn_local_ptr[(j_4_7 + 4)]));
      int cse_v29 = (i_4_7 + 20);
      int cse_v119 = (((i_4_7 * 4) + j_4_7) + 64);
      C_sum_local_ptr[(((i_4_7 * 4) + j_4_7) + 64)] = (C_sum_local_ptr[(((i_4_7 * 4) + j_4_7) + 64)] + (A_shared_dyn_local_ptr[(i_4_7 + 20)] * B_shared_dyn_local_ptr[(j_4_7 + 4)]));
      int cse_v30 = (i_4_7 + 28);
      int cse_v120 = (((i_4_7 * 4) + j_4_7) + 96);
      C_sum_local_ptr[(((i_4_7 * 4) + j_4_7) + 96)] = (C_sum_local_ptr[(((i_4_7 * 4) + j_4_7) + 96)] + (A_shared_dyn_local_ptr[(i_4_7 + 28)] * B_shared_dyn_local_ptr[(j_4_7 + 4)]));
      int cse_v31 = (j_4_7 + 12);
      int cse_v121 = (((i_4_7 * 4) + j_4_7) + 16);
      C_sum_local_ptr[(((i_4_7 * 4) + j_4_7) + 16)] = (C_sum_local_ptr[(((i_4_7 * 4) + j_4_7) + 16)] + (A_shared_dyn_local_ptr[(i_4_7 + 4)] * B_shared_dyn_local_ptr[(j_4_7 + 12)]));
      int cse_v122 = (((i_4_7 * 4) + j_4_7) + 48);
      C_sum_local_ptr[(((i_4_7 * 4) + j_4_7) + 48)] = (C_sum_local_ptr[(((i_4_7 * 4) + j_4_7) + 48)] + (A_shared_dyn_local_ptr[(i_4_7 + 12)] * B_shared_dyn_local_ptr[(j_4_7 + 12)]));
      int cse_v123 = (((i_4_7 * 4) + j_4_7) + 80);
      C_sum_local_ptr[(((i_4_7 * 4) + j_4_7) + 80)] = (C_sum_local_ptr[(((i_4_7 * 4) + j_4_7) + 80)] + (A_shared_dyn_local_ptr[(i_4_7 + 20)] * B_shared_dyn_local_ptr[(j_4_7 + 12)]));
      int cse_v124 = (((i_4_7 * 4) + j_4_7) + 112);
      C_sum_local_ptr[(((i_4_7 * 4) + j_4_7) + 112)] = (C_sum_local_ptr[(((i_4_7 * 4) + j_4_7) + 112)] + (A_shared_dyn_local_ptr[(i_4_7 + 28)] * B_shared_dyn_local_ptr[(j_4_7 + 12)]));
    }
  }
  for (int ax0 = 0; ax0 < 4; ++ax0) {
    int cse_v32 = (ax0 * 4);
    int cse_v157 = (((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4));
    float4 __1;
      float4 v_ = *(float4*)(C_in_ptr + (((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)));
      float4 v__1 = *(float4*)(C_sum_local_ptr + (ax0 * 4));
      __1.x = (v_.x+v__1.x);
      __1.y = (v_.y+v__1.y);
      __1.z = (v_.z+v__1.z);
      __1.w = (v_.w+v__1.w);
    *(float4*)(C_ptr + (((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4))) = __1;
    int cse_v158 = ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 65536);
    float4 __2;
      float4 v__2 = *(float4*)(C_in_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 65536));
      float4 v__3 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 32));
      __2.x = (v__2.x+v__3.x);
      __2.y = (v__2.y+v__3.y);
      __2.z = (v__2.z+v__3.z);
      __2.w = (v__2.w+v__3.w);
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 65536)) = __2;
    int cse_v159 = ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 131072);
    float4 __3;
      float4 v__4 = *(float4*)(C_in_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 131072));
      float4 v__5 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 64));
      __3.x = (v__4.x+v__5.x);
      __3.y = (v__4.y+v__5.y);
      __3.z = (v__4.z+v__5.z);
      __3.w = (v__4.w+v__5.w);
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 131072)) = __3;
    int cse_v160 = ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 196608);
    float4 __4;
      float4 v__6 = *(float4*)(C_in_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 196608));
      float4 v__7 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 96));
      __4.x = (v__6.x+v__7.x);
      __4.y = (v__6.y+v__7.y);
      __4.z = (v__6.z+v__7.z);
      __4.w = (v__6.w+v__7.w);
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 196608)) = __4;
    int cse_v161 = ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 32);
    float4 __5;
      float4 v__8 = *(float4*)(C_in_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 32));
      float4 v__9 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 16));
      __5.x = (v__8.x+v__9.x);
      __5.y = (v__8.y+v__9.y);
      __5.z = (v__8.z+v__9.z);
      __5.w = (v__8.w+v__9.w);
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 32)) = __5;
    int cse_v162 = ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 65568);
    float4 __6;
      float4 v__10 = *(float4*)(C_in_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 65568));
      float4 v__11 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 48));
      __6.x = (v__10.x+v__11.x);
      __6.y = (v__10.y+v__11.y);
      __6.z = (v__10.z+v__11.z);
      __6.w = (v__10.w+v__11.w);
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 65568)) = __6;
    int cse_v163 = ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 131104);
    float4 __7;
      float4 v__12 = *(float4*)(C_in_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 131104));
      float4 v__13 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 80));
      __7.x = (v__12.x+v__13.x);
      __7.y = (v__12.y+v__13.y);
      __7.z = (v__12.z+v__13.z);
      __7.w = (v__12.w+v__13.w);
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 131104)) = __7;
    int cse_v164 = ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 196640);
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
