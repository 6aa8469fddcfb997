// gemm/hgemm:bfloat16_cp_async:pipeline_async
// C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, bfloat16 -> float32
// why: copies to shared memory without registers, two slices ahead
// target: cuda sm_90
// build: cp.async on
// launch main_kernel: grid 16 x 32 x 2, block 32 x 2 x 2, shared 0 B static + 98304 B dynamic

__forceinline__ __device__ void tvm_builtin_ptx_cp_async_wait_group_async_wait_group_0() {
  asm volatile("cp.async.wait_group 0;" :  :  : "memory");
}
__forceinline__ __device__ void tvm_builtin_ptx_cp_async_wait_group_async_wait_group_1() {
  asm volatile("cp.async.wait_group 1;" :  :  : "memory");
}
__forceinline__ __device__ void tvm_builtin_ptx_cp_async_commit_group_async_commit_group() {
  asm volatile("cp.async.commit_group;" :  : );
}

__forceinline__ __device__ void ptx_cp_async_legacy_cg_16_2_2(void* dst, int dst_off, void* src, int src_off) {
  uint8_t* dst_p = (uint8_t*)dst + dst_off * 2;
  uint8_t* src_p = (uint8_t*)src + src_off * 2;
  unsigned int dst_addr = __cvta_generic_to_shared(dst_p);
  asm volatile("cp.async.cg.shared.global [%0], [%1], %2;"
    :: "r"(dst_addr), "l"(src_p), "n"(16));
}
extern "C" __global__ void __launch_bounds__(128) main_kernel(nv_bfloat16* __restrict__ A_ptr, nv_bfloat16* __restrict__ B_ptr, nv_bfloat16* __restrict__ C_ptr) {
  extern __shared__ __align__(64) uchar buf_dyn_shmem_ptr[];
  alignas(64) float C_sum_local_warp_ptr[128];
  alignas(64) nv_bfloat16 A_shared_dyn_local_warp_ptr[64];
  alignas(64) nv_bfloat16 B_shared_dyn_local_warp_ptr[64];
  alignas(64) float C_sum_local_local_ptr[8];
  for (int i_2_init = 0; i_2_init < 4; ++i_2_init) {
    for (int j_2_init = 0; j_2_init < 4; ++j_2_init) {
      for (int i = 0; i < 8; ++i) {
C_sum_local_warp_ptr[((i_2_init * 32) + (j_2_init * 8)) + i] = 0.0;}
;
    }
  }
  int cse_v1 = (((int)blockIdx.y) * 524288);
  int cse_v2 = (((int)threadIdx.z) * 32768);
  int cse_v3 = (((int)threadIdx.y) * 16384);
  int cse_v4 = (((int)threadIdx.x) >> 3);
  int cse_v5 = (((int)threadIdx.x) & 7);
  int cse_v6 = (((int)threadIdx.z) * 512);
  int cse_v7 = (((int)threadIdx.y) * 256);
  int cse_v23 = ((((int)threadIdx.x) >> 3) * 4096);
  int cse_v24 = ((((int)threadIdx.x) & 7) * 8);
  int cse_v25 = ((((int)threadIdx.x) >> 3) * 64);
  int cse_v26 = ((((int)blockIdx.z) * 8388608) + (((int)blockIdx.x) * 524288));
  int cse_v54 = (((((int)threadIdx.x) & 7) ^ ((((int)threadIdx.y) * 4) + (((int)threadIdx.x) >> 3))) * 8);
  for (int ax0_ax1_fused_0 = 0; ax0_ax1_fused_0 < 8; ++ax0_ax1_fused_0) {
    ptx_cp_async_legacy_cg_16_2_2(buf_dyn_shmem_ptr, (((((ax0_ax1_fused_0 * 1024) + (((int)threadIdx.z) * 512)) + (((int)threadIdx.y) * 256)) + ((((int)threadIdx.x) >> 3) * 64)) + (((((int)threadIdx.x) & 7) ^ ((((int)threadIdx.y) * 4) + (((int)threadIdx.x) >> 3))) * 8)), A_ptr, ((((((((int)blockIdx.y) * 524288) + (ax0_ax1_fused_0 * 65536)) + (((int)threadIdx.z) * 32768)) + (((int)threadIdx.y) * 16384)) + ((((int)threadIdx.x) >> 3) * 4096)) + ((((int)threadIdx.x) & 7) * 8)));
  }
  for (int ax0_ax1_fused_0_1 = 0; ax0_ax1_fused_0_1 < 8; ++ax0_ax1_fused_0_1) {
    ptx_cp_async_legacy_cg_16_2_2(buf_dyn_shmem_ptr, ((((((ax0_ax1_fused_0_1 * 1024) + (((int)threadIdx.z) * 512)) + (((int)threadIdx.y) * 256)) + ((((int)threadIdx.x) >> 3) * 64)) + (((((int)threadIdx.x) & 7) ^ ((((int)threadIdx.y) * 4) + (((int)threadIdx.x) >> 3))) * 8)) + 24576), B_ptr, (((((((((int)blockIdx.z) * 8388608) + (((int)blockIdx.x) * 524288)) + (ax0_ax1_fused_0_1 * 65536)) + (((int)threadIdx.z) * 32768)) + (((int)threadIdx.y) * 16384)) + ((((int)threadIdx.x) >> 3) * 4096)) + ((((int)threadIdx.x) & 7) * 8)));
  }
  tvm_builtin_ptx_cp_async_commit_group_async_commit_group();
  for (int ax0_ax1_fused_0_2 = 0; ax0_ax1_fused_0_2 < 8; ++ax0_ax1_fused_0_2) {
    ptx_cp_async_legacy_cg_16_2_2(buf_dyn_shmem_ptr, ((((((ax0_ax1_fused_0_2 * 1024) + (((int)threadIdx.z) * 512)) + (((int)threadIdx.y) * 256)) + ((((int)threadIdx.x) >> 3) * 64)) + (((((int)threadIdx.x) & 7) ^ ((((int)threadIdx.y) * 4) + (((int)threadIdx.x) >> 3))) * 8)) + 8192), A_ptr, (((((((((int)blockIdx.y) * 524288) + (ax0_ax1_fused_0_2 * 65536)) + (((int)threadIdx.z) * 32768)) + (((int)threadIdx.y) * 16384)) + ((((int)threadIdx.x) >> 3) * 4096)) + ((((int)threadIdx.x) & 7) * 8)) + 64));
  }
  for (int ax0_ax1_fused_0_3 = 0; ax0_ax1_fused_0_3 < 8; ++ax0_ax1_fused_0_3) {
    ptx_cp_async_legacy_cg_16_2_2(buf_dyn_shmem_ptr, ((((((ax0_ax1_fused_0_3 * 1024) + (((int)threadIdx.z) * 512)) + (((int)threadIdx.y) * 256)) + ((((int)threadIdx.x) >> 3) * 64)) + (((((int)threadIdx.x) & 7) ^ ((((int)threadIdx.y) * 4) + (((int)threadIdx.x) >> 3))) * 8)) + 32768), B_ptr, ((((((((((int)blockIdx.z) * 8388608) + (((int)blockIdx.x) * 524288)) + (ax0_ax1_fused_0_3 * 65536)) + (((int)threadIdx.z) * 32768)) + (((int)threadIdx.y) * 16384)) + ((((int)threadIdx.x) >> 3) * 4096)) + ((((int)threadIdx.x) & 7) * 8)) + 64));
  }
  tvm_builtin_ptx_cp_async_commit_group_async_commit_group();
  int cse_v8 = (((int)threadIdx.x) * 8);
  int cse_v9 = (((int)threadIdx.z) * 4096);
  int cse_v10 = (((int)threadIdx.x) & 15);
  int cse_v11 = (((int)threadIdx.x) >> 4);
  int cse_v12 = (((int)threadIdx.y) * 4096);
  int cse_v27 = ((((int)threadIdx.x) & 15) * 64);
  int cse_v28 = ((((int)threadIdx.x) >> 4) * 512);
  int cse_v29 = ((((int)threadIdx.x) & 7) * 64);
  int cse_v30 = ((((int)threadIdx.x) & 15) >> 3);
  int cse_v39 = (((((int)threadIdx.x) >> 4) ^ (((int)threadIdx.x) & 7)) * 8);
  int cse_v55 = ((((((int)threadIdx.x) & 15) >> 3) ^ (((int)threadIdx.x) & 7)) * 8);
  tvm_builtin_ptx_cp_async_wait_group_async_wait_group_1();
  __syncthreads();
  for (int ax0_0 = 0; ax0_0 < 4; ++ax0_0) {

  {
    unsigned int addr = __cvta_generic_to_shared((&(((nv_bfloat16*)buf_dyn_shmem_ptr)[((((((int)threadIdx.z) * 4096) + (ax0_0 * 1024)) + ((((int)threadIdx.x) & 15) * 64)) + (((((int)threadIdx.x) >> 4) ^ (((int)threadIdx.x) & 7)) * 8))])) + 0);
    __asm__ __volatile__(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
      "{%0, %1, %2, %3}, [%4];\n"
      : "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (ax0_0 * 8)))[0]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (ax0_0 * 8)))[1]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (ax0_0 * 8)))[2]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (ax0_0 * 8)))[3])
      : "r"(addr)
    );
  }
  }
  for (int ax0_0_1 = 0; ax0_0_1 < 4; ++ax0_0_1) {

  {
    unsigned int addr = __cvta_generic_to_shared((&(((nv_bfloat16*)buf_dyn_shmem_ptr)[((((((((int)threadIdx.y) * 4096) + (ax0_0_1 * 1024)) + ((((int)threadIdx.x) >> 4) * 512)) + ((((int)threadIdx.x) & 7) * 64)) + ((((((int)threadIdx.x) & 15) >> 3) ^ (((int)threadIdx.x) & 7)) * 8)) + 24576)])) + 0);
    __asm__ __volatile__(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
      "{%0, %1, %2, %3}, [%4];\n"
      : "=r"(((unsigned *)(B_shared_dyn_local_warp_ptr + (ax0_0_1 * 8)))[0]), "=r"(((unsigned *)(B_shared_dyn_local_warp_ptr + (ax0_0_1 * 8)))[1]), "=r"(((unsigned *)(B_shared_dyn_local_warp_ptr + (ax0_0_1 * 8)))[2]), "=r"(((unsigned *)(B_shared_dyn_local_warp_ptr + (ax0_0_1 * 8)))[3])
      : "r"(addr)
    );
  }
  }
  for (int k_0 = 0; k_0 < 62; ++k_0) {
    int cse_v13 = (k_0 * 64);
    int cse_v40 = (((k_0 + 2) % 3) * 8192);
    __syncthreads();
    for (int ax0_ax1_fused_0_4 = 0; ax0_ax1_fused_0_4 < 8; ++ax0_ax1_fused_0_4) {
      ptx_cp_async_legacy_cg_16_2_2(buf_dyn_shmem_ptr, ((((((((k_0 + 2) % 3) * 8192) + (ax0_ax1_fused_0_4 * 1024)) + (((int)threadIdx.z) * 512)) + (((int)threadIdx.y) * 256)) + ((((int)threadIdx.x) >> 3) * 64)) + (((((int)threadIdx.x) & 7) ^ ((((int)threadIdx.y) * 4) + (((int)threadIdx.x) >> 3))) * 8)), A_ptr, ((((((((((int)blockIdx.y) * 524288) + (ax0_ax1_fused_0_4 * 65536)) + (((int)threadIdx.z) * 32768)) + (((int)threadIdx.y) * 16384)) + ((((int)threadIdx.x) >> 3) * 4096)) + (k_0 * 64)) + ((((int)threadIdx.x) & 7) * 8)) + 128));
    }
    for (int ax0_ax1_fused_0_5 = 0; ax0_ax1_fused_0_5 < 8; ++ax0_ax1_fused_0_5) {
      ptx_cp_async_legacy_cg_16_2_2(buf_dyn_shmem_ptr, (((((((((k_0 + 2) % 3) * 8192) + (ax0_ax1_fused_0_5 * 1024)) + (((int)threadIdx.z) * 512)) + (((int)threadIdx.y) * 256)) + ((((int)threadIdx.x) >> 3) * 64)) + (((((int)threadIdx.x) & 7) ^ ((((int)threadIdx.y) * 4) + (((int)threadIdx.x) >> 3))) * 8)) + 24576), B_ptr, (((((((((((int)blockIdx.z) * 8388608) + (((int)blockIdx.x) * 524288)) + (ax0_ax1_fused_0_5 * 65536)) + (((int)threadIdx.z) * 32768)) + (((int)threadIdx.y) * 16384)) + ((((int)threadIdx.x) >> 3) * 4096)) + (k_0 * 64)) + ((((int)threadIdx.x) & 7) * 8)) + 128));
    }
    tvm_builtin_ptx_cp_async_commit_group_async_commit_group();
    tvm_builtin_ptx_cp_async_wait_group_async_wait_group_1();
    __syncthreads();
    for (int k_1 = 0; k_1 < 3; ++k_1) {
      int cse_v14 = (k_1 * 2);
      int cse_v31 = ((k_0 % 3) * 8192);
      int cse_v41 = (((k_1 + 1) & 1) * 1024);
      for (int ax0_0_2 = 0; ax0_0_2 < 4; ++ax0_0_2) {

  {
    unsigned int addr = __cvta_generic_to_shared((&(((nv_bfloat16*)buf_dyn_shmem_ptr)[((((((k_0 % 3) * 8192) + (((int)threadIdx.z) * 4096)) + (ax0_0_2 * 1024)) + ((((int)threadIdx.x) & 15) * 64)) + (((((k_1 * 2) + (((int)threadIdx.x) >> 4)) + 2) ^ (((int)threadIdx.x) & 7)) * 8))])) + 0);
    __asm__ __volatile__(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
      "{%0, %1, %2, %3}, [%4];\n"
      : "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((((k_1 + 1) & 1) * 32) + (ax0_0_2 * 8))))[0]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((((k_1 + 1) & 1) * 32) + (ax0_0_2 * 8))))[1]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((((k_1 + 1) & 1) * 32) + (ax0_0_2 * 8))))[2]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((((k_1 + 1) & 1) * 32) + (ax0_0_2 * 8))))[3])
      : "r"(addr)
    );
  }
      }
      for (int ax0_0_3 = 0; ax0_0_3 < 4; ++ax0_0_3) {

  {
    unsigned int addr = __cvta_generic_to_shared((&(((nv_bfloat16*)buf_dyn_shmem_ptr)[((((((((k_0 % 3) * 8192) + (((int)threadIdx.y) * 4096)) + (ax0_0_3 * 1024)) + ((((int)threadIdx.x) >> 4) * 512)) + ((((int)threadIdx.x) & 7) * 64)) + (((((k_1 * 2) + ((((int)threadIdx.x) & 15) >> 3)) + 2) ^ (((int)threadIdx.x) & 7)) * 8)) + 24576)])) + 0);
    __asm__ __volatile__(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
      "{%0, %1, %2, %3}, [%4];\n"
      : "=r"(((unsigned *)(B_shared_dyn_local_warp_ptr + ((((k_1 + 1) & 1) * 32) + (ax0_0_3 * 8))))[0]), "=r"(((unsigned *)(B_shared_dyn_local_warp_ptr + ((((k_1 + 1) & 1) * 32) + (ax0_0_3 * 8))))[1]), "=r"(((unsigned *)(B_shared_dyn_local_warp_ptr + ((((k_1 + 1) & 1) * 32) + (ax0_0_3 * 8))))[2]), "=r"(((unsigned *)(B_shared_dyn_local_warp_ptr + ((((k_1 + 1) & 1) * 32) + (ax0_0_3 * 8))))[3])
      : "r"(addr)
    );
  }
      }
      for (int i_2 = 0; i_2 < 4; ++i_2) {
        for (int j_2 = 0; j_2 < 4; ++j_2) {
          int cse_v15 = (j_2 * 256);
          int cse_v32 = ((k_1 & 1) * 1024);
          int cse_v42 = (((i_2 * 1024) + (j_2 * 256)) + (((int)threadIdx.x) * 8));
          int cse_v56 = ((((k_1 & 1) * 1024) + (i_2 * 256)) + (((int)threadIdx.x) * 8));
          int cse_v57 = ((((k_1 & 1) * 1024) + (j_2 * 256)) + (((int)threadIdx.x) * 8));

  {
    __asm__ __volatile__(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32"
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
      :  "=f"(((float *)(C_sum_local_warp_ptr + ((i_2 * 32) + (j_2 * 8))))[0]), "=f"(((float *)(C_sum_local_warp_ptr + ((i_2 * 32) + (j_2 * 8))))[1]), "=f"(((float *)(C_sum_local_warp_ptr + ((i_2 * 32) + (j_2 * 8))))[2]), "=f"(((float *)(C_sum_local_warp_ptr + ((i_2 * 32) + (j_2 * 8))))[3])
      : "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1 & 1) * 32) + (i_2 * 8))))[0]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1 & 1) * 32) + (i_2 * 8))))[1]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1 & 1) * 32) + (i_2 * 8))))[2]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1 & 1) * 32) + (i_2 * 8))))[3]), "r"(((unsigned *)(B_shared_dyn_local_warp_ptr + (((k_1 & 1) * 32) + (j_2 * 8))))[0]), "r"(((unsigned *)(B_shared_dyn_local_warp_ptr + (((k_1 & 1) * 32) + (j_2 * 8))))[1]), "f"(((float *)(C_sum_local_warp_ptr + ((i_2 * 32) + (j_2 * 8))))[0]), "f"(((float *)(C_sum_local_warp_ptr + ((i_2 * 32) + (j_2 * 8))))[1]), "f"(((float *)(C_sum_local_warp_ptr + ((i_2 * 32) + (j_2 * 8))))[2]), "f"(((float *)(C_sum_local_warp_ptr + ((i_2 * 32) + (j_2 * 8))))[3]));
  }

  {
    __asm__ __volatile__(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32"
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
      :  "=f"(((float *)(C_sum_local_warp_ptr + (((i_2 * 32) + (j_2 * 8)) + 4)))[0]), "=f"(((float *)(C_sum_local_warp_ptr + (((i_2 * 32) + (j_2 * 8)) + 4)))[1]), "=f"(((float *)(C_sum_local_warp_ptr + (((i_2 * 32) + (j_2 * 8)) + 4)))[2]), "=f"(((float *)(C_sum_local_warp_ptr + (((i_2 * 32) + (j_2 * 8)) + 4)))[3])
      : "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1 & 1) * 32) + (i_2 * 8))))[0]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1 & 1) * 32) + (i_2 * 8))))[1]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1 & 1) * 32) + (i_2 * 8))))[2]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1 & 1) * 32) + (i_2 * 8))))[3]), "r"(((unsigned *)(B_shared_dyn_local_warp_ptr + ((((k_1 & 1) * 32) + (j_2 * 8)) + 4)))[0]), "r"(((unsigned *)(B_shared_dyn_local_warp_ptr + ((((k_1 & 1) * 32) + (j_2 * 8)) + 4)))[1]), "f"(((float *)(C_sum_local_warp_ptr + (((i_2 * 32) + (j_2 * 8)) + 4)))[0]), "f"(((float *)(C_sum_local_warp_ptr + (((i_2 * 32) + (j_2 * 8)) + 4)))[1]), "f"(((float *)(C_sum_local_warp_ptr + (((i_2 * 32) + (j_2 * 8)) + 4)))[2]), "f"(((float *)(C_sum_local_warp_ptr + (((i_2 * 32) + (j_2 * 8)) + 4)))[3]));
  }
        }
      }
    }
    int cse_v43 = (((k_0 + 1) % 3) * 8192);
    for (int ax0_0_4 = 0; ax0_0_4 < 4; ++ax0_0_4) {

  {
    unsigned int addr = __cvta_generic_to_shared((&(((nv_bfloat16*)buf_dyn_shmem_ptr)[(((((((k_0 + 1) % 3) * 8192) + (((int)threadIdx.z) * 4096)) + (ax0_0_4 * 1024)) + ((((int)threadIdx.x) & 15) * 64)) + (((((int)threadIdx.x) >> 4) ^ (((int)threadIdx.x) & 7)) * 8))])) + 0);
    __asm__ __volatile__(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
      "{%0, %1, %2, %3}, [%4];\n"
      : "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (ax0_0_4 * 8)))[0]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (ax0_0_4 * 8)))[1]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (ax0_0_4 * 8)))[2]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (ax0_0_4 * 8)))[3])
      : "r"(addr)
    );
  }
    }
    for (int ax0_0_5 = 0; ax0_0_5 < 4; ++ax0_0_5) {

  {
    unsigned int addr = __cvta_generic_to_shared((&(((nv_bfloat16*)buf_dyn_shmem_ptr)[(((((((((k_0 + 1) % 3) * 8192) + (((int)threadIdx.y) * 4096)) + (ax0_0_5 * 1024)) + ((((int)threadIdx.x) >> 4) * 512)) + ((((int)threadIdx.x) & 7) * 64)) + ((((((int)threadIdx.x) & 15) >> 3) ^ (((int)threadIdx.x) & 7)) * 8)) + 24576)])) + 0);
    __asm__ __volatile__(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
      "{%0, %1, %2, %3}, [%4];\n"
      : "=r"(((unsigned *)(B_shared_dyn_local_warp_ptr + (ax0_0_5 * 8)))[0]), "=r"(((unsigned *)(B_shared_dyn_local_warp_ptr + (ax0_0_5 * 8)))[1]), "=r"(((unsigned *)(B_shared_dyn_local_warp_ptr + (ax0_0_5 * 8)))[2]), "=r"(((unsigned *)(B_shared_dyn_local_warp_ptr + (ax0_0_5 * 8)))[3])
      : "r"(addr)
    );
  }
    }
    for (int i_2_1 = 0; i_2_1 < 4; ++i_2_1) {
      for (int j_2_1 = 0; j_2_1 < 4; ++j_2_1) {
        int cse_v16 = (j_2_1 * 256);
        int cse_v33 = ((j_2_1 * 256) + (((int)threadIdx.x) * 8));
        int cse_v44 = (((i_2_1 * 256) + (((int)threadIdx.x) * 8)) + 1024);
        int cse_v45 = (((i_2_1 * 1024) + (j_2_1 * 256)) + (((int)threadIdx.x) * 8));

  {
    __asm__ __volatile__(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32"
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
      :  "=f"(((float *)(C_sum_local_warp_ptr + ((i_2_1 * 32) + (j_2_1 * 8))))[0]), "=f"(((float *)(C_sum_local_warp_ptr + ((i_2_1 * 32) + (j_2_1 * 8))))[1]), "=f"(((float *)(C_sum_local_warp_ptr + ((i_2_1 * 32) + (j_2_1 * 8))))[2]), "=f"(((float *)(C_sum_local_warp_ptr + ((i_2_1 * 32) + (j_2_1 * 8))))[3])
      : "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((i_2_1 * 8) + 32)))[0]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((i_2_1 * 8) + 32)))[1]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((i_2_1 * 8) + 32)))[2]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((i_2_1 * 8) + 32)))[3]), "r"(((unsigned *)(B_shared_dyn_local_warp_ptr + ((j_2_1 * 8) + 32)))[0]), "r"(((unsigned *)(B_shared_dyn_local_warp_ptr + ((j_2_1 * 8) + 32)))[1]), "f"(((float *)(C_sum_local_warp_ptr + ((i_2_1 * 32) + (j_2_1 * 8))))[0]), "f"(((float *)(C_sum_local_warp_ptr + ((i_2_1 * 32) + (j_2_1 * 8))))[1]), "f"(((float *)(C_sum_local_warp_ptr + ((i_2_1 * 32) + (j_2_1 * 8))))[2]), "f"(((float *)(C_sum_local_warp_ptr + ((i_2_1 * 32) + (j_2_1 * 8))))[3]));
  }

  {
    __asm__ __volatile__(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32"
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
      :  "=f"(((float *)(C_sum_local_warp_ptr + (((i_2_1 * 32) + (j_2_1 * 8)) + 4)))[0]), "=f"(((float *)(C_sum_local_warp_ptr + (((i_2_1 * 32) + (j_2_1 * 8)) + 4)))[1]), "=f"(((float *)(C_sum_local_warp_ptr + (((i_2_1 * 32) + (j_2_1 * 8)) + 4)))[2]), "=f"(((float *)(C_sum_local_warp_ptr + (((i_2_1 * 32) + (j_2_1 * 8)) + 4)))[3])
      : "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((i_2_1 * 8) + 32)))[0]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((i_2_1 * 8) + 32)))[1]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((i_2_1 * 8) + 32)))[2]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((i_2_1 * 8) + 32)))[3]), "r"(((unsigned *)(B_shared_dyn_local_warp_ptr + ((j_2_1 * 8) + 36)))[0]), "r"(((unsigned *)(B_shared_dyn_local_warp_ptr + ((j_2_1 * 8) + 36)))[1]), "f"(((float *)(C_sum_local_warp_ptr + (((i_2_1 * 32) + (j_2_1 * 8)) + 4)))[0]), "f"(((float *)(C_sum_local_warp_ptr + (((i_2_1 * 32) + (j_2_1 * 8)) + 4)))[1]), "f"(((float *)(C_sum_local_warp_ptr + (((i_2_1 * 32) + (j_2_1 * 8)) + 4)))[2]), "f"(((float *)(C_sum_local_warp_ptr + (((i_2_1 * 32) + (j_2_1 * 8)) + 4)))[3]));
  }
      }
    }
  }
  tvm_builtin_ptx_cp_async_wait_group_async_wait_group_0();
  __syncthreads();
  for (int k_1_1 = 0; k_1_1 < 3; ++k_1_1) {
    int cse_v17 = (k_1_1 * 2);
    int cse_v46 = (((k_1_1 + 1) & 1) * 1024);
    for (int ax0_0_6 = 0; ax0_0_6 < 4; ++ax0_0_6) {

  {
    unsigned int addr = __cvta_generic_to_shared((&(((nv_bfloat16*)buf_dyn_shmem_ptr)[(((((((int)threadIdx.z) * 4096) + (ax0_0_6 * 1024)) + ((((int)threadIdx.x) & 15) * 64)) + (((((k_1_1 * 2) + (((int)threadIdx.x) >> 4)) + 2) ^ (((int)threadIdx.x) & 7)) * 8)) + 16384)])) + 0);
    __asm__ __volatile__(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
      "{%0, %1, %2, %3}, [%4];\n"
      : "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((((k_1_1 + 1) & 1) * 32) + (ax0_0_6 * 8))))[0]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((((k_1_1 + 1) & 1) * 32) + (ax0_0_6 * 8))))[1]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((((k_1_1 + 1) & 1) * 32) + (ax0_0_6 * 8))))[2]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((((k_1_1 + 1) & 1) * 32) + (ax0_0_6 * 8))))[3])
      : "r"(addr)
    );
  }
    }
    for (int ax0_0_7 = 0; ax0_0_7 < 4; ++ax0_0_7) {

  {
    unsigned int addr = __cvta_generic_to_shared((&(((nv_bfloat16*)buf_dyn_shmem_ptr)[((((((((int)threadIdx.y) * 4096) + (ax0_0_7 * 1024)) + ((((int)threadIdx.x) >> 4) * 512)) + ((((int)threadIdx.x) & 7) * 64)) + (((((k_1_1 * 2) + ((((int)threadIdx.x) & 15) >> 3)) + 2) ^ (((int)threadIdx.x) & 7)) * 8)) + 40960)])) + 0);
    __asm__ __volatile__(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
      "{%0, %1, %2, %3}, [%4];\n"
      : "=r"(((unsigned *)(B_shared_dyn_local_warp_ptr + ((((k_1_1 + 1) & 1) * 32) + (ax0_0_7 * 8))))[0]), "=r"(((unsigned *)(B_shared_dyn_local_warp_ptr + ((((k_1_1 + 1) & 1) * 32) + (ax0_0_7 * 8))))[1]), "=r"(((unsigned *)(B_shared_dyn_local_warp_ptr + ((((k_1_1 + 1) & 1) * 32) + (ax0_0_7 * 8))))[2]), "=r"(((unsigned *)(B_shared_dyn_local_warp_ptr + ((((k_1_1 + 1) & 1) * 32) + (ax0_0_7 * 8))))[3])
      : "r"(addr)
    );
  }
    }
    for (int i_2_2 = 0; i_2_2 < 4; ++i_2_2) {
      for (int j_2_2 = 0; j_2_2 < 4; ++j_2_2) {
        int cse_v18 = (j_2_2 * 256);
        int cse_v34 = ((k_1_1 & 1) * 1024);
        int cse_v47 = (((i_2_2 * 1024) + (j_2_2 * 256)) + (((int)threadIdx.x) * 8));
        int cse_v58 = ((((k_1_1 & 1) * 1024) + (i_2_2 * 256)) + (((int)threadIdx.x) * 8));
        int cse_v59 = ((((k_1_1 & 1) * 1024) + (j_2_2 * 256)) + (((int)threadIdx.x) * 8));

  {
    __asm__ __volatile__(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32"
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
      :  "=f"(((float *)(C_sum_local_warp_ptr + ((i_2_2 * 32) + (j_2_2 * 8))))[0]), "=f"(((float *)(C_sum_local_warp_ptr + ((i_2_2 * 32) + (j_2_2 * 8))))[1]), "=f"(((float *)(C_sum_local_warp_ptr + ((i_2_2 * 32) + (j_2_2 * 8))))[2]), "=f"(((float *)(C_sum_local_warp_ptr + ((i_2_2 * 32) + (j_2_2 * 8))))[3])
      : "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1_1 & 1) * 32) + (i_2_2 * 8))))[0]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1_1 & 1) * 32) + (i_2_2 * 8))))[1]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1_1 & 1) * 32) + (i_2_2 * 8))))[2]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1_1 & 1) * 32) + (i_2_2 * 8))))[3]), "r"(((unsigned *)(B_shared_dyn_local_warp_ptr + (((k_1_1 & 1) * 32) + (j_2_2 * 8))))[0]), "r"(((unsigned *)(B_shared_dyn_local_warp_ptr + (((k_1_1 & 1) * 32) + (j_2_2 * 8))))[1]), "f"(((float *)(C_sum_local_warp_ptr + ((i_2_2 * 32) + (j_2_2 * 8))))[0]), "f"(((float *)(C_sum_local_warp_ptr + ((i_2_2 * 32) + (j_2_2 * 8))))[1]), "f"(((float *)(C_sum_local_warp_ptr + ((i_2_2 * 32) + (j_2_2 * 8))))[2]), "f"(((float *)(C_sum_local_warp_ptr + ((i_2_2 * 32) + (j_2_2 * 8))))[3]));
  }

  {
    __asm__ __volatile__(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32"
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
      :  "=f"(((float *)(C_sum_local_warp_ptr + (((i_2_2 * 32) + (j_2_2 * 8)) + 4)))[0]), "=f"(((float *)(C_sum_local_warp_ptr + (((i_2_2 * 32) + (j_2_2 * 8)) + 4)))[1]), "=f"(((float *)(C_sum_local_warp_ptr + (((i_2_2 * 32) + (j_2_2 * 8)) + 4)))[2]), "=f"(((float *)(C_sum_local_warp_ptr + (((i_2_2 * 32) + (j_2_2 * 8)) + 4)))[3])
      : "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1_1 & 1) * 32) + (i_2_2 * 8))))[0]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1_1 & 1) * 32) + (i_2_2 * 8))))[1]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1_1 & 1) * 32) + (i_2_2 * 8))))[2]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1_1 & 1) * 32) + (i_2_2 * 8))))[3]), "r"(((unsigned *)(B_shared_dyn_local_warp_ptr + ((((k_1_1 & 1) * 32) + (j_2_2 * 8)) + 4)))[0]), "r"(((unsigned *)(B_shared_dyn_local_warp_ptr + ((((k_1_1 & 1) * 32) + (j_2_2 * 8)) + 4)))[1]), "f"(((float *)(C_sum_local_warp_ptr + (((i_2_2 * 32) + (j_2_2 * 8)) + 4)))[0]), "f"(((float *)(C_sum_local_warp_ptr + (((i_2_2 * 32) + (j_2_2 * 8)) + 4)))[1]), "f"(((float *)(C_sum_local_warp_ptr + (((i_2_2 * 32) + (j_2_2 * 8)) + 4)))[2]), "f"(((float *)(C_sum_local_warp_ptr + (((i_2_2 * 32) + (j_2_2 * 8)) + 4)))[3]));
  }
      }
    }
  }
  for (int ax0_0_8 = 0; ax0_0_8 < 4; ++ax0_0_8) {

  {
    unsigned int addr = __cvta_generic_to_shared((&(((nv_bfloat16*)buf_dyn_shmem_ptr)[((((((int)threadIdx.z) * 4096) + (ax0_0_8 * 1024)) + ((((int)threadIdx.x) & 15) * 64)) + (((((int)threadIdx.x) >> 4) ^ (((int)threadIdx.x) & 7)) * 8))])) + 0);
    __asm__ __volatile__(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
      "{%0, %1, %2, %3}, [%4];\n"
      : "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (ax0_0_8 * 8)))[0]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (ax0_0_8 * 8)))[1]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (ax0_0_8 * 8)))[2]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (ax0_0_8 * 8)))[3])
      : "r"(addr)
    );
  }
  }
  for (int ax0_0_9 = 0; ax0_0_9 < 4; ++ax0_0_9) {

  {
    unsigned int addr = __cvta_generic_to_shared((&(((nv_bfloat16*)buf_dyn_shmem_ptr)[((((((((int)threadIdx.y) * 4096) + (ax0_0_9 * 1024)) + ((((int)threadIdx.x) >> 4) * 512)) + ((((int)threadIdx.x) & 7) * 64)) + ((((((int)threadIdx.x) & 15) >> 3) ^ (((int)threadIdx.x) & 7)) * 8)) + 24576)])) + 0);
    __asm__ __volatile__(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
      "{%0, %1, %2, %3}, [%4];\n"
      : "=r"(((unsigned *)(B_shared_dyn_local_warp_ptr + (ax0_0_9 * 8)))[0]), "=r"(((unsigned *)(B_shared_dyn_local_warp_ptr + (ax0_0_9 * 8)))[1]), "=r"(((unsigned *)(B_shared_dyn_local_warp_ptr + (ax0_0_9 * 8)))[2]), "=r"(((unsigned *)(B_shared_dyn_local_warp_ptr + (ax0_0_9 * 8)))[3])
      : "r"(addr)
    );
  }
  }
  for (int i_2_3 = 0; i_2_3 < 4; ++i_2_3) {
    for (int j_2_3 = 0; j_2_3 < 4; ++j_2_3) {
      int cse_v19 = (j_2_3 * 256);
      int cse_v35 = ((j_2_3 * 256) + (((int)threadIdx.x) * 8));
      int cse_v48 = (((i_2_3 * 256) + (((int)threadIdx.x) * 8)) + 1024);
      int cse_v49 = (((i_2_3 * 1024) + (j_2_3 * 256)) + (((int)threadIdx.x) * 8));

  {
    __asm__ __volatile__(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32"
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
      :  "=f"(((float *)(C_sum_local_warp_ptr + ((i_2_3 * 32) + (j_2_3 * 8))))[0]), "=f"(((float *)(C_sum_local_warp_ptr + ((i_2_3 * 32) + (j_2_3 * 8))))[1]), "=f"(((float *)(C_sum_local_warp_ptr + ((i_2_3 * 32) + (j_2_3 * 8))))[2]), "=f"(((float *)(C_sum_local_warp_ptr + ((i_2_3 * 32) + (j_2_3 * 8))))[3])
      : "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((i_2_3 * 8) + 32)))[0]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((i_2_3 * 8) + 32)))[1]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((i_2_3 * 8) + 32)))[2]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((i_2_3 * 8) + 32)))[3]), "r"(((unsigned *)(B_shared_dyn_local_warp_ptr + ((j_2_3 * 8) + 32)))[0]), "r"(((unsigned *)(B_shared_dyn_local_warp_ptr + ((j_2_3 * 8) + 32)))[1]), "f"(((float *)(C_sum_local_warp_ptr + ((i_2_3 * 32) + (j_2_3 * 8))))[0]), "f"(((float *)(C_sum_local_warp_ptr + ((i_2_3 * 32) + (j_2_3 * 8))))[1]), "f"(((float *)(C_sum_local_warp_ptr + ((i_2_3 * 32) + (j_2_3 * 8))))[2]), "f"(((float *)(C_sum_local_warp_ptr + ((i_2_3 * 32) + (j_2_3 * 8))))[3]));
  }

  {
    __asm__ __volatile__(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32"
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
      :  "=f"(((float *)(C_sum_local_warp_ptr + (((i_2_3 * 32) + (j_2_3 * 8)) + 4)))[0]), "=f"(((float *)(C_sum_local_warp_ptr + (((i_2_3 * 32) + (j_2_3 * 8)) + 4)))[1]), "=f"(((float *)(C_sum_local_warp_ptr + (((i_2_3 * 32) + (j_2_3 * 8)) + 4)))[2]), "=f"(((float *)(C_sum_local_warp_ptr + (((i_2_3 * 32) + (j_2_3 * 8)) + 4)))[3])
      : "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((i_2_3 * 8) + 32)))[0]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((i_2_3 * 8) + 32)))[1]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((i_2_3 * 8) + 32)))[2]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((i_2_3 * 8) + 32)))[3]), "r"(((unsigned *)(B_shared_dyn_local_warp_ptr + ((j_2_3 * 8) + 36)))[0]), "r"(((unsigned *)(B_shared_dyn_local_warp_ptr + ((j_2_3 * 8) + 36)))[1]), "f"(((float *)(C_sum_local_warp_ptr + (((i_2_3 * 32) + (j_2_3 * 8)) + 4)))[0]), "f"(((float *)(C_sum_local_warp_ptr + (((i_2_3 * 32) + (j_2_3 * 8)) + 4)))[1]), "f"(((float *)(C_sum_local_warp_ptr + (((i_2_3 * 32) + (j_2_3 * 8)) + 4)))[2]), "f"(((float *)(C_sum_local_warp_ptr + (((i_2_3 * 32) + (j_2_3 * 8)) + 4)))[3]));
  }
    }
  }
  for (int k_1_2 = 0; k_1_2 < 3; ++k_1_2) {
    int cse_v20 = (k_1_2 * 2);
    int cse_v50 = (((k_1_2 + 1) & 1) * 1024);
    for (int ax0_0_10 = 0; ax0_0_10 < 4; ++ax0_0_10) {

  {
    unsigned int addr = __cvta_generic_to_shared((&(((nv_bfloat16*)buf_dyn_shmem_ptr)[((((((int)threadIdx.z) * 4096) + (ax0_0_10 * 1024)) + ((((int)threadIdx.x) & 15) * 64)) + (((((k_1_2 * 2) + (((int)threadIdx.x) >> 4)) + 2) ^ (((int)threadIdx.x) & 7)) * 8))])) + 0);
    __asm__ __volatile__(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
      "{%0, %1, %2, %3}, [%4];\n"
      : "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((((k_1_2 + 1) & 1) * 32) + (ax0_0_10 * 8))))[0]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((((k_1_2 + 1) & 1) * 32) + (ax0_0_10 * 8))))[1]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((((k_1_2 + 1) & 1) * 32) + (ax0_0_10 * 8))))[2]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((((k_1_2 + 1) & 1) * 32) + (ax0_0_10 * 8))))[3])
      : "r"(addr)
    );
  }
    }
    for (int ax0_0_11 = 0; ax0_0_11 < 4; ++ax0_0_11) {

  {
    unsigned int addr = __cvta_generic_to_shared((&(((nv_bfloat16*)buf_dyn_shmem_ptr)[((((((((int)threadIdx.y) * 4096) + (ax0_0_11 * 1024)) + ((((int)threadIdx.x) >> 4) * 512)) + ((((int)threadIdx.x) & 7) * 64)) + (((((k_1_2 * 2) + ((((int)threadIdx.x) & 15) >> 3)) + 2) ^ (((int)threadIdx.x) & 7)) * 8)) + 24576)])) + 0);
    __asm__ __volatile__(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
      "{%0, %1, %2, %3}, [%4];\n"
      : "=r"(((unsigned *)(B_shared_dyn_local_warp_ptr + ((((k_1_2 + 1) & 1) * 32) + (ax0_0_11 * 8))))[0]), "=r"(((unsigned *)(B_shared_dyn_local_warp_ptr + ((((k_1_2 + 1) & 1) * 32) + (ax0_0_11 * 8))))[1]), "=r"(((unsigned *)(B_shared_dyn_local_warp_ptr + ((((k_1_2 + 1) & 1) * 32) + (ax0_0_11 * 8))))[2]), "=r"(((unsigned *)(B_shared_dyn_local_warp_ptr + ((((k_1_2 + 1) & 1) * 32) + (ax0_0_11 * 8))))[3])
      : "r"(addr)
    );
  }
    }
    for (int i_2_4 = 0; i_2_4 < 4; ++i_2_4) {
      for (int j_2_4 = 0; j_2_4 < 4; ++j_2_4) {
        int cse_v21 = (j_2_4 * 256);
        int cse_v36 = ((k_1_2 & 1) * 1024);
        int cse_v51 = (((i_2_4 * 1024) + (j_2_4 * 256)) + (((int)threadIdx.x) * 8));
        int cse_v60 = ((((k_1_2 & 1) * 1024) + (i_2_4 * 256)) + (((int)threadIdx.x) * 8));
        int cse_v61 = ((((k_1_2 & 1) * 1024) + (j_2_4 * 256)) + (((int)threadIdx.x) * 8));

  {
    __asm__ __volatile__(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32"
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
      :  "=f"(((float *)(C_sum_local_warp_ptr + ((i_2_4 * 32) + (j_2_4 * 8))))[0]), "=f"(((float *)(C_sum_local_warp_ptr + ((i_2_4 * 32) + (j_2_4 * 8))))[1]), "=f"(((float *)(C_sum_local_warp_ptr + ((i_2_4 * 32) + (j_2_4 * 8))))[2]), "=f"(((float *)(C_sum_local_warp_ptr + ((i_2_4 * 32) + (j_2_4 * 8))))[3])
      : "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1_2 & 1) * 32) + (i_2_4 * 8))))[0]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1_2 & 1) * 32) + (i_2_4 * 8))))[1]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1_2 & 1) * 32) + (i_2_4 * 8))))[2]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1_2 & 1) * 32) + (i_2_4 * 8))))[3]), "r"(((unsigned *)(B_shared_dyn_local_warp_ptr + (((k_1_2 & 1) * 32) + (j_2_4 * 8))))[0]), "r"(((unsigned *)(B_shared_dyn_local_warp_ptr + (((k_1_2 & 1) * 32) + (j_2_4 * 8))))[1]), "f"(((float *)(C_sum_local_warp_ptr + ((i_2_4 * 32) + (j_2_4 * 8))))[0]), "f"(((float *)(C_sum_local_warp_ptr + ((i_2_4 * 32) + (j_2_4 * 8))))[1]), "f"(((float *)(C_sum_local_warp_ptr + ((i_2_4 * 32) + (j_2_4 * 8))))[2]), "f"(((float *)(C_sum_local_warp_ptr + ((i_2_4 * 32) + (j_2_4 * 8))))[3]));
  }

  {
    __asm__ __volatile__(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32"
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
      :  "=f"(((float *)(C_sum_local_warp_ptr + (((i_2_4 * 32) + (j_2_4 * 8)) + 4)))[0]), "=f"(((float *)(C_sum_local_warp_ptr + (((i_2_4 * 32) + (j_2_4 * 8)) + 4)))[1]), "=f"(((float *)(C_sum_local_warp_ptr + (((i_2_4 * 32) + (j_2_4 * 8)) + 4)))[2]), "=f"(((float *)(C_sum_local_warp_ptr + (((i_2_4 * 32) + (j_2_4 * 8)) + 4)))[3])
      : "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1_2 & 1) * 32) + (i_2_4 * 8))))[0]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1_2 & 1) * 32) + (i_2_4 * 8))))[1]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1_2 & 1) * 32) + (i_2_4 * 8))))[2]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1_2 & 1) * 32) + (i_2_4 * 8))))[3]), "r"(((unsigned *)(B_shared_dyn_local_warp_ptr + ((((k_1_2 & 1) * 32) + (j_2_4 * 8)) + 4)))[0]), "r"(((unsigned *)(B_shared_dyn_local_warp_ptr + ((((k_1_2 & 1) * 32) + (j_2_4 * 8)) + 4)))[1]), "f"(((float *)(C_sum_local_warp_ptr + (((i_2_4 * 32) + (j_2_4 * 8)) + 4)))[0]), "f"(((float *)(C_sum_local_warp_ptr + (((i_2_4 * 32) + (j_2_4 * 8)) + 4)))[1]), "f"(((float *)(C_sum_local_warp_ptr + (((i_2_4 * 32) + (j_2_4 * 8)) + 4)))[2]), "f"(((float *)(C_sum_local_warp_ptr + (((i_2_4 * 32) + (j_2_4 * 8)) + 4)))[3]));
  }
      }
    }
  }
  for (int i_2_5 = 0; i_2_5 < 4; ++i_2_5) {
    for (int j_2_5 = 0; j_2_5 < 4; ++j_2_5) {
      int cse_v22 = (j_2_5 * 256);
      int cse_v37 = ((j_2_5 * 256) + (((int)threadIdx.x) * 8));
      int cse_v52 = (((i_2_5 * 256) + (((int)threadIdx.x) * 8)) + 1024);
      int cse_v53 = (((i_2_5 * 1024) + (j_2_5 * 256)) + (((int)threadIdx.x) * 8));

  {
    __asm__ __volatile__(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32"
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
      :  "=f"(((float *)(C_sum_local_warp_ptr + ((i_2_5 * 32) + (j_2_5 * 8))))[0]), "=f"(((float *)(C_sum_local_warp_ptr + ((i_2_5 * 32) + (j_2_5 * 8))))[1]), "=f"(((float *)(C_sum_local_warp_ptr + ((i_2_5 * 32) + (j_2_5 * 8))))[2]), "=f"(((float *)(C_sum_local_warp_ptr + ((i_2_5 * 32) + (j_2_5 * 8))))[3])
      : "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((i_2_5 * 8) + 32)))[0]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((i_2_5 * 8) + 32)))[1]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((i_2_5 * 8) + 32)))[2]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((i_2_5 * 8) + 32)))[3]), "r"(((unsigned *)(B_shared_dyn_local_warp_ptr + ((j_2_5 * 8) + 32)))[0]), "r"(((unsigned *)(B_shared_dyn_local_warp_ptr + ((j_2_5 * 8) + 32)))[1]), "f"(((float *)(C_sum_local_warp_ptr + ((i_2_5 * 32) + (j_2_5 * 8))))[0]), "f"(((float *)(C_sum_local_warp_ptr + ((i_2_5 * 32) + (j_2_5 * 8))))[1]), "f"(((float *)(C_sum_local_warp_ptr + ((i_2_5 * 32) + (j_2_5 * 8))))[2]), "f"(((float *)(C_sum_local_warp_ptr + ((i_2_5 * 32) + (j_2_5 * 8))))[3]));
  }

  {
    __asm__ __volatile__(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32"
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
      :  "=f"(((float *)(C_sum_local_warp_ptr + (((i_2_5 * 32) + (j_2_5 * 8)) + 4)))[0]), "=f"(((float *)(C_sum_local_warp_ptr + (((i_2_5 * 32) + (j_2_5 * 8)) + 4)))[1]), "=f"(((float *)(C_sum_local_warp_ptr + (((i_2_5 * 32) + (j_2_5 * 8)) + 4)))[2]), "=f"(((float *)(C_sum_local_warp_ptr + (((i_2_5 * 32) + (j_2_5 * 8)) + 4)))[3])
      : "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((i_2_5 * 8) + 32)))[0]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((i_2_5 * 8) + 32)))[1]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((i_2_5 * 8) + 32)))[2]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((i_2_5 * 8) + 32)))[3]), "r"(((unsigned *)(B_shared_dyn_local_warp_ptr + ((j_2_5 * 8) + 36)))[0]), "r"(((unsigned *)(B_shared_dyn_local_warp_ptr + ((j_2_5 * 8) + 36)))[1]), "f"(((float *)(C_sum_local_warp_ptr + (((i_2_5 * 32) + (j_2_5 * 8)) + 4)))[0]), "f"(((float *)(C_sum_local_warp_ptr + (((i_2_5 * 32) + (j_2_5 * 8)) + 4)))[1]), "f"(((float *)(C_sum_local_warp_ptr + (((i_2_5 * 32) + (j_2_5 * 8)) + 4)))[2]), "f"(((float *)(C_sum_local_warp_ptr + (((i_2_5 * 32) + (j_2_5 * 8)) + 4)))[3]));
  }
    }
  }
  for (int ax0_0_12 = 0; ax0_0_12 < 4; ++ax0_0_12) {
    for (int ax1_0 = 0; ax1_0 < 4; ++ax1_0) {
      for (int ax0_1 = 0; ax0_1 < 2; ++ax0_1) {
        for (int ax1_1 = 0; ax1_1 < 2; ++ax1_1) {
          int cse_v38 = ((((int)threadIdx.x) & 3) * 2);
          for (int ax3 = 0; ax3 < 2; ++ax3) {
            C_sum_local_local_ptr[(((((int)threadIdx.x) & 3) * 2) + ax3)] = C_sum_local_warp_ptr[(((((ax0_0_12 * 32) + (ax1_0 * 8)) + (ax1_1 * 4)) + (ax0_1 * 2)) + ax3)];
          }
          nv_bfloat162 __1;
          float2 v_ = *(float2*)(C_sum_local_local_ptr + ((((int)threadIdx.x) & 3) * 2));
          __1.x = (nv_bfloat16)(v_.x);
          __1.y = (nv_bfloat16)(v_.y);
          *(nv_bfloat162*)(C_ptr + (((((((((((((int)blockIdx.y) * 524288) + (((int)threadIdx.z) * 262144)) + (ax0_0_12 * 65536)) + (ax0_1 * 32768)) + ((((int)threadIdx.x) >> 2) * 4096)) + (((int)blockIdx.z) * 2048)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.y) * 64)) + (ax1_0 * 16)) + (ax1_1 * 8)) + ((((int)threadIdx.x) & 3) * 2))) = __1;
        }
      }
    }
  }
}
