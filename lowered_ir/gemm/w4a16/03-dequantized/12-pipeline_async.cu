// gemm/w4a16:dequantized:pipeline_async
// C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
//     float32 -> float16
// why: copies to shared memory without registers, two slices ahead
// target: cuda sm_90
// build: cp.async on
// launch main_kernel: grid 64 x 512 x 1, block 16 x 16 x 1, shared 0 B static + 0 B dynamic
// launch main_kernel_1: grid 128 x 1 x 1, block 32 x 4 x 1, shared 0 B static + 30720 B dynamic

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
extern "C" __global__ void __launch_bounds__(256) main_kernel(int* __restrict__ W_ptr, half* __restrict__ W_value_ptr, half* __restrict__ scale_zero_ptr) {
  alignas(64) half W_value_local_ptr[8];
  for (int ax1 = 0; ax1 < 8; ++ax1) {
    int cse_v29 = (((((int)blockIdx.x) * 16384) + (((int)blockIdx.y) * 32)) + (((int)threadIdx.y) * 2));
    W_value_local_ptr[ax1] = ((((half)((W_ptr[((((((int)blockIdx.y) * 16384) + (((int)threadIdx.y) * 1024)) + (((int)blockIdx.x) * 16)) + ((int)threadIdx.x))] >> (ax1 * 4)) & 15)) - scale_zero_ptr[((((((int)blockIdx.x) * 16384) + (((int)blockIdx.y) * 32)) + (((int)threadIdx.y) * 2)) + 1)]) * scale_zero_ptr[(((((int)blockIdx.x) * 16384) + (((int)blockIdx.y) * 32)) + (((int)threadIdx.y) * 2))]);
  }
  for (int ax1_2 = 0; ax1_2 < 2; ++ax1_2) {
    int cse_v1 = (ax1_2 * 4);
    *(half4*)(W_value_ptr + (((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 8)) + (ax1_2 * 4))) = *(half4*)(W_value_local_ptr + (ax1_2 * 4));
  }
}

extern "C" __global__ void __launch_bounds__(128) main_kernel_1(half* __restrict__ A_ptr, half* __restrict__ C_ptr, half* __restrict__ W_value_ptr) {
  extern __shared__ __align__(64) uchar buf_dyn_shmem_ptr[];
  alignas(64) float C_sum_local_warp_ptr[8];
  alignas(64) half A_shared_dyn_local_warp_ptr[16];
  alignas(64) half W_value_shared_dyn_local_warp_ptr[16];
  alignas(64) float C_sum_local_local_ptr[8];
  for (int i = 0; i < 8; ++i) {
C_sum_local_warp_ptr[0 + i] = 0.0;}
;
  int cse_v2 = (((int)threadIdx.y) * 32768);
  int cse_v3 = (((int)threadIdx.x) >> 3);
  int cse_v4 = (((int)threadIdx.x) & 7);
  int cse_v5 = (((int)threadIdx.y) * 256);
  int cse_v6 = (((int)blockIdx.x) * 524288);
  int cse_v16 = ((((int)threadIdx.x) >> 3) * 8192);
  int cse_v17 = ((((int)threadIdx.x) & 7) * 8);
  int cse_v18 = ((((int)threadIdx.x) >> 3) * 64);
  int cse_v30 = ((((int)threadIdx.y) * 32768) + ((((int)threadIdx.x) >> 3) * 8192));
  int cse_v35 = (((((int)threadIdx.y) * 32768) + ((((int)threadIdx.x) >> 3) * 8192)) + ((((int)threadIdx.x) & 7) * 8));
  int cse_v42 = (((((int)threadIdx.x) & 7) ^ (((((int)threadIdx.y) & 1) * 4) + (((int)threadIdx.x) >> 3))) * 8);
  int cse_v44 = (((((int)threadIdx.y) * 256) + ((((int)threadIdx.x) >> 3) * 64)) + (((((int)threadIdx.x) & 7) ^ (((((int)threadIdx.y) & 1) * 4) + (((int)threadIdx.x) >> 3))) * 8));
  ptx_cp_async_legacy_cg_16_2_2(buf_dyn_shmem_ptr, (((((int)threadIdx.y) * 256) + ((((int)threadIdx.x) >> 3) * 64)) + (((((int)threadIdx.x) & 7) ^ (((((int)threadIdx.y) & 1) * 4) + (((int)threadIdx.x) >> 3))) * 8)), A_ptr, (((((int)threadIdx.y) * 32768) + ((((int)threadIdx.x) >> 3) * 8192)) + ((((int)threadIdx.x) & 7) * 8)));
  for (int ax0_ax1_fused_0 = 0; ax0_ax1_fused_0 < 4; ++ax0_ax1_fused_0) {
    ptx_cp_async_legacy_cg_16_2_2(buf_dyn_shmem_ptr, (((((ax0_ax1_fused_0 * 1024) + (((int)threadIdx.y) * 256)) + ((((int)threadIdx.x) >> 3) * 64)) + (((((int)threadIdx.x) & 7) ^ (((((int)threadIdx.y) & 1) * 4) + (((int)threadIdx.x) >> 3))) * 8)) + 3072), W_value_ptr, (((((((int)blockIdx.x) * 524288) + (ax0_ax1_fused_0 * 131072)) + (((int)threadIdx.y) * 32768)) + ((((int)threadIdx.x) >> 3) * 8192)) + ((((int)threadIdx.x) & 7) * 8)));
  }
  tvm_builtin_ptx_cp_async_commit_group_async_commit_group();
  ptx_cp_async_legacy_cg_16_2_2(buf_dyn_shmem_ptr, ((((((int)threadIdx.y) * 256) + ((((int)threadIdx.x) >> 3) * 64)) + (((((int)threadIdx.x) & 7) ^ (((((int)threadIdx.y) & 1) * 4) + (((int)threadIdx.x) >> 3))) * 8)) + 1024), A_ptr, ((((((int)threadIdx.y) * 32768) + ((((int)threadIdx.x) >> 3) * 8192)) + ((((int)threadIdx.x) & 7) * 8)) + 64));
  for (int ax0_ax1_fused_0_1 = 0; ax0_ax1_fused_0_1 < 4; ++ax0_ax1_fused_0_1) {
    ptx_cp_async_legacy_cg_16_2_2(buf_dyn_shmem_ptr, (((((ax0_ax1_fused_0_1 * 1024) + (((int)threadIdx.y) * 256)) + ((((int)threadIdx.x) >> 3) * 64)) + (((((int)threadIdx.x) & 7) ^ (((((int)threadIdx.y) & 1) * 4) + (((int)threadIdx.x) >> 3))) * 8)) + 7168), W_value_ptr, ((((((((int)blockIdx.x) * 524288) + (ax0_ax1_fused_0_1 * 131072)) + (((int)threadIdx.y) * 32768)) + ((((int)threadIdx.x) >> 3) * 8192)) + ((((int)threadIdx.x) & 7) * 8)) + 64));
  }
  tvm_builtin_ptx_cp_async_commit_group_async_commit_group();
  int cse_v7 = (((int)threadIdx.x) * 8);
  int cse_v8 = (((int)threadIdx.x) & 15);
  int cse_v9 = (((int)threadIdx.x) >> 4);
  int cse_v10 = (((int)threadIdx.y) * 1024);
  int cse_v19 = ((((int)threadIdx.x) & 15) * 64);
  int cse_v20 = ((((int)threadIdx.x) >> 4) * 512);
  int cse_v21 = ((((int)threadIdx.x) & 7) * 64);
  int cse_v22 = ((((int)threadIdx.x) & 15) >> 3);
  int cse_v31 = (((((int)threadIdx.x) >> 4) ^ (((int)threadIdx.x) & 7)) * 8);
  int cse_v36 = (((((int)threadIdx.x) & 15) * 64) + (((((int)threadIdx.x) >> 4) ^ (((int)threadIdx.x) & 7)) * 8));
  int cse_v37 = (((((int)threadIdx.y) * 1024) + ((((int)threadIdx.x) >> 4) * 512)) + ((((int)threadIdx.x) & 7) * 64));
  int cse_v38 = ((((((int)threadIdx.x) & 15) >> 3) ^ (((int)threadIdx.x) & 7)) * 8);
  int cse_v43 = ((((((int)threadIdx.y) * 1024) + ((((int)threadIdx.x) >> 4) * 512)) + ((((int)threadIdx.x) & 7) * 64)) + ((((((int)threadIdx.x) & 15) >> 3) ^ (((int)threadIdx.x) & 7)) * 8));
  tvm_builtin_ptx_cp_async_wait_group_async_wait_group_1();
  __syncthreads();

  {
    unsigned int addr = __cvta_generic_to_shared((&(((half*)buf_dyn_shmem_ptr)[(((((int)threadIdx.x) & 15) * 64) + (((((int)threadIdx.x) >> 4) ^ (((int)threadIdx.x) & 7)) * 8))])) + 0);
    __asm__ __volatile__(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
      "{%0, %1, %2, %3}, [%4];\n"
      : "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 0))[0]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 0))[1]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 0))[2]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 0))[3])
      : "r"(addr)
    );
  }

  {
    unsigned int addr = __cvta_generic_to_shared((&(((half*)buf_dyn_shmem_ptr)[(((((((int)threadIdx.y) * 1024) + ((((int)threadIdx.x) >> 4) * 512)) + ((((int)threadIdx.x) & 7) * 64)) + ((((((int)threadIdx.x) & 15) >> 3) ^ (((int)threadIdx.x) & 7)) * 8)) + 3072)])) + 0);
    __asm__ __volatile__(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
      "{%0, %1, %2, %3}, [%4];\n"
      : "=r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + 0))[0]), "=r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + 0))[1]), "=r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + 0))[2]), "=r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + 0))[3])
      : "r"(addr)
    );
  }
  int cse_v24 = ((((int)threadIdx.x) * 8) + 4);
  int cse_v26 = ((((int)threadIdx.x) * 8) + 256);
  int cse_v27 = ((((int)threadIdx.x) * 8) + 260);
  for (int k_0 = 0; k_0 < 126; ++k_0) {
    int cse_v11 = (k_0 * 64);
    int cse_v23 = ((k_0 + 2) % 3);
    __syncthreads();
    ptx_cp_async_legacy_cg_16_2_2(buf_dyn_shmem_ptr, ((((((k_0 + 2) % 3) * 1024) + (((int)threadIdx.y) * 256)) + ((((int)threadIdx.x) >> 3) * 64)) + (((((int)threadIdx.x) & 7) ^ (((((int)threadIdx.y) & 1) * 4) + (((int)threadIdx.x) >> 3))) * 8)), A_ptr, (((((((int)threadIdx.y) * 32768) + ((((int)threadIdx.x) >> 3) * 8192)) + (k_0 * 64)) + ((((int)threadIdx.x) & 7) * 8)) + 128));
    for (int ax0_ax1_fused_0_2 = 0; ax0_ax1_fused_0_2 < 4; ++ax0_ax1_fused_0_2) {
      ptx_cp_async_legacy_cg_16_2_2(buf_dyn_shmem_ptr, ((((((((k_0 + 2) % 3) * 4096) + (ax0_ax1_fused_0_2 * 1024)) + (((int)threadIdx.y) * 256)) + ((((int)threadIdx.x) >> 3) * 64)) + (((((int)threadIdx.x) & 7) ^ (((((int)threadIdx.y) & 1) * 4) + (((int)threadIdx.x) >> 3))) * 8)) + 3072), W_value_ptr, (((((((((int)blockIdx.x) * 524288) + (ax0_ax1_fused_0_2 * 131072)) + (((int)threadIdx.y) * 32768)) + ((((int)threadIdx.x) >> 3) * 8192)) + (k_0 * 64)) + ((((int)threadIdx.x) & 7) * 8)) + 128));
    }
    tvm_builtin_ptx_cp_async_commit_group_async_commit_group();
    tvm_builtin_ptx_cp_async_wait_group_async_wait_group_1();
    __syncthreads();
    for (int k_1 = 0; k_1 < 3; ++k_1) {
      int cse_v12 = (k_0 % 3);
      int cse_v13 = (k_1 * 2);
      int cse_v39 = ((((k_1 + 1) & 1) * 256) + (((int)threadIdx.x) * 8));

  {
    unsigned int addr = __cvta_generic_to_shared((&(((half*)buf_dyn_shmem_ptr)[((((k_0 % 3) * 1024) + ((((int)threadIdx.x) & 15) * 64)) + (((((k_1 * 2) + (((int)threadIdx.x) >> 4)) + 2) ^ (((int)threadIdx.x) & 7)) * 8))])) + 0);
    __asm__ __volatile__(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
      "{%0, %1, %2, %3}, [%4];\n"
      : "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1 + 1) & 1) * 8)))[0]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1 + 1) & 1) * 8)))[1]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1 + 1) & 1) * 8)))[2]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1 + 1) & 1) * 8)))[3])
      : "r"(addr)
    );
  }

  {
    unsigned int addr = __cvta_generic_to_shared((&(((half*)buf_dyn_shmem_ptr)[(((((((k_0 % 3) * 4096) + (((int)threadIdx.y) * 1024)) + ((((int)threadIdx.x) >> 4) * 512)) + ((((int)threadIdx.x) & 7) * 64)) + (((((k_1 * 2) + ((((int)threadIdx.x) & 15) >> 3)) + 2) ^ (((int)threadIdx.x) & 7)) * 8)) + 3072)])) + 0);
    __asm__ __volatile__(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
      "{%0, %1, %2, %3}, [%4];\n"
      : "=r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + (((k_1 + 1) & 1) * 8)))[0]), "=r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + (((k_1 + 1) & 1) * 8)))[1]), "=r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + (((k_1 + 1) & 1) * 8)))[2]), "=r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + (((k_1 + 1) & 1) * 8)))[3])
      : "r"(addr)
    );
  }
      int cse_v32 = (((k_1 & 1) * 256) + (((int)threadIdx.x) * 8));

  {
    __asm__ __volatile__(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
      :  "=f"(((float *)(C_sum_local_warp_ptr + 0))[0]), "=f"(((float *)(C_sum_local_warp_ptr + 0))[1]), "=f"(((float *)(C_sum_local_warp_ptr + 0))[2]), "=f"(((float *)(C_sum_local_warp_ptr + 0))[3])
      : "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((k_1 & 1) * 8)))[0]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((k_1 & 1) * 8)))[1]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((k_1 & 1) * 8)))[2]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((k_1 & 1) * 8)))[3]), "r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + ((k_1 & 1) * 8)))[0]), "r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + ((k_1 & 1) * 8)))[1]), "f"(((float *)(C_sum_local_warp_ptr + 0))[0]), "f"(((float *)(C_sum_local_warp_ptr + 0))[1]), "f"(((float *)(C_sum_local_warp_ptr + 0))[2]), "f"(((float *)(C_sum_local_warp_ptr + 0))[3]));
  }

  {
    __asm__ __volatile__(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
      :  "=f"(((float *)(C_sum_local_warp_ptr + 4))[0]), "=f"(((float *)(C_sum_local_warp_ptr + 4))[1]), "=f"(((float *)(C_sum_local_warp_ptr + 4))[2]), "=f"(((float *)(C_sum_local_warp_ptr + 4))[3])
      : "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((k_1 & 1) * 8)))[0]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((k_1 & 1) * 8)))[1]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((k_1 & 1) * 8)))[2]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((k_1 & 1) * 8)))[3]), "r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + (((k_1 & 1) * 8) + 4)))[0]), "r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + (((k_1 & 1) * 8) + 4)))[1]), "f"(((float *)(C_sum_local_warp_ptr + 4))[0]), "f"(((float *)(C_sum_local_warp_ptr + 4))[1]), "f"(((float *)(C_sum_local_warp_ptr + 4))[2]), "f"(((float *)(C_sum_local_warp_ptr + 4))[3]));
  }
    }
    int cse_v25 = ((k_0 + 1) % 3);

  {
    unsigned int addr = __cvta_generic_to_shared((&(((half*)buf_dyn_shmem_ptr)[(((((k_0 + 1) % 3) * 1024) + ((((int)threadIdx.x) & 15) * 64)) + (((((int)threadIdx.x) >> 4) ^ (((int)threadIdx.x) & 7)) * 8))])) + 0);
    __asm__ __volatile__(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
      "{%0, %1, %2, %3}, [%4];\n"
      : "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 0))[0]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 0))[1]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 0))[2]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 0))[3])
      : "r"(addr)
    );
  }

  {
    unsigned int addr = __cvta_generic_to_shared((&(((half*)buf_dyn_shmem_ptr)[((((((((k_0 + 1) % 3) * 4096) + (((int)threadIdx.y) * 1024)) + ((((int)threadIdx.x) >> 4) * 512)) + ((((int)threadIdx.x) & 7) * 64)) + ((((((int)threadIdx.x) & 15) >> 3) ^ (((int)threadIdx.x) & 7)) * 8)) + 3072)])) + 0);
    __asm__ __volatile__(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
      "{%0, %1, %2, %3}, [%4];\n"
      : "=r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + 0))[0]), "=r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + 0))[1]), "=r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + 0))[2]), "=r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + 0))[3])
      : "r"(addr)
    );
  }

  {
    __asm__ __volatile__(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
      :  "=f"(((float *)(C_sum_local_warp_ptr + 0))[0]), "=f"(((float *)(C_sum_local_warp_ptr + 0))[1]), "=f"(((float *)(C_sum_local_warp_ptr + 0))[2]), "=f"(((float *)(C_sum_local_warp_ptr + 0))[3])
      : "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 8))[0]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 8))[1]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 8))[2]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 8))[3]), "r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + 8))[0]), "r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + 8))[1]), "f"(((float *)(C_sum_local_warp_ptr + 0))[0]), "f"(((float *)(C_sum_local_warp_ptr + 0))[1]), "f"(((float *)(C_sum_local_warp_ptr + 0))[2]), "f"(((float *)(C_sum_local_warp_ptr + 0))[3]));
  }

  {
    __asm__ __volatile__(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
      :  "=f"(((float *)(C_sum_local_warp_ptr + 4))[0]), "=f"(((float *)(C_sum_local_warp_ptr + 4))[1]), "=f"(((float *)(C_sum_local_warp_ptr + 4))[2]), "=f"(((float *)(C_sum_local_warp_ptr + 4))[3])
      : "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 8))[0]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 8))[1]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 8))[2]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 8))[3]), "r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + 12))[0]), "r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + 12))[1]), "f"(((float *)(C_sum_local_warp_ptr + 4))[0]), "f"(((float *)(C_sum_local_warp_ptr + 4))[1]), "f"(((float *)(C_sum_local_warp_ptr + 4))[2]), "f"(((float *)(C_sum_local_warp_ptr + 4))[3]));
  }
  }
  tvm_builtin_ptx_cp_async_wait_group_async_wait_group_0();
  __syncthreads();
  for (int k_1_1 = 0; k_1_1 < 3; ++k_1_1) {
    int cse_v14 = (k_1_1 * 2);
    int cse_v40 = ((((k_1_1 + 1) & 1) * 256) + (((int)threadIdx.x) * 8));

  {
    unsigned int addr = __cvta_generic_to_shared((&(((half*)buf_dyn_shmem_ptr)[(((((int)threadIdx.x) & 15) * 64) + (((((k_1_1 * 2) + (((int)threadIdx.x) >> 4)) + 2) ^ (((int)threadIdx.x) & 7)) * 8))])) + 0);
    __asm__ __volatile__(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
      "{%0, %1, %2, %3}, [%4];\n"
      : "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1_1 + 1) & 1) * 8)))[0]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1_1 + 1) & 1) * 8)))[1]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1_1 + 1) & 1) * 8)))[2]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1_1 + 1) & 1) * 8)))[3])
      : "r"(addr)
    );
  }

  {
    unsigned int addr = __cvta_generic_to_shared((&(((half*)buf_dyn_shmem_ptr)[(((((((int)threadIdx.y) * 1024) + ((((int)threadIdx.x) >> 4) * 512)) + ((((int)threadIdx.x) & 7) * 64)) + (((((k_1_1 * 2) + ((((int)threadIdx.x) & 15) >> 3)) + 2) ^ (((int)threadIdx.x) & 7)) * 8)) + 3072)])) + 0);
    __asm__ __volatile__(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
      "{%0, %1, %2, %3}, [%4];\n"
      : "=r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + (((k_1_1 + 1) & 1) * 8)))[0]), "=r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + (((k_1_1 + 1) & 1) * 8)))[1]), "=r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + (((k_1_1 + 1) & 1) * 8)))[2]), "=r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + (((k_1_1 + 1) & 1) * 8)))[3])
      : "r"(addr)
    );
  }
    int cse_v33 = (((k_1_1 & 1) * 256) + (((int)threadIdx.x) * 8));

  {
    __asm__ __volatile__(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
      :  "=f"(((float *)(C_sum_local_warp_ptr + 0))[0]), "=f"(((float *)(C_sum_local_warp_ptr + 0))[1]), "=f"(((float *)(C_sum_local_warp_ptr + 0))[2]), "=f"(((float *)(C_sum_local_warp_ptr + 0))[3])
      : "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((k_1_1 & 1) * 8)))[0]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((k_1_1 & 1) * 8)))[1]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((k_1_1 & 1) * 8)))[2]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((k_1_1 & 1) * 8)))[3]), "r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + ((k_1_1 & 1) * 8)))[0]), "r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + ((k_1_1 & 1) * 8)))[1]), "f"(((float *)(C_sum_local_warp_ptr + 0))[0]), "f"(((float *)(C_sum_local_warp_ptr + 0))[1]), "f"(((float *)(C_sum_local_warp_ptr + 0))[2]), "f"(((float *)(C_sum_local_warp_ptr + 0))[3]));
  }

  {
    __asm__ __volatile__(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
      :  "=f"(((float *)(C_sum_local_warp_ptr + 4))[0]), "=f"(((float *)(C_sum_local_warp_ptr + 4))[1]), "=f"(((float *)(C_sum_local_warp_ptr + 4))[2]), "=f"(((float *)(C_sum_local_warp_ptr + 4))[3])
      : "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((k_1_1 & 1) * 8)))[0]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((k_1_1 & 1) * 8)))[1]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((k_1_1 & 1) * 8)))[2]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((k_1_1 & 1) * 8)))[3]), "r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + (((k_1_1 & 1) * 8) + 4)))[0]), "r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + (((k_1_1 & 1) * 8) + 4)))[1]), "f"(((float *)(C_sum_local_warp_ptr + 4))[0]), "f"(((float *)(C_sum_local_warp_ptr + 4))[1]), "f"(((float *)(C_sum_local_warp_ptr + 4))[2]), "f"(((float *)(C_sum_local_warp_ptr + 4))[3]));
  }
  }

  {
    unsigned int addr = __cvta_generic_to_shared((&(((half*)buf_dyn_shmem_ptr)[((((((int)threadIdx.x) & 15) * 64) + (((((int)threadIdx.x) >> 4) ^ (((int)threadIdx.x) & 7)) * 8)) + 1024)])) + 0);
    __asm__ __volatile__(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
      "{%0, %1, %2, %3}, [%4];\n"
      : "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 0))[0]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 0))[1]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 0))[2]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 0))[3])
      : "r"(addr)
    );
  }

  {
    unsigned int addr = __cvta_generic_to_shared((&(((half*)buf_dyn_shmem_ptr)[(((((((int)threadIdx.y) * 1024) + ((((int)threadIdx.x) >> 4) * 512)) + ((((int)threadIdx.x) & 7) * 64)) + ((((((int)threadIdx.x) & 15) >> 3) ^ (((int)threadIdx.x) & 7)) * 8)) + 7168)])) + 0);
    __asm__ __volatile__(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
      "{%0, %1, %2, %3}, [%4];\n"
      : "=r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + 0))[0]), "=r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + 0))[1]), "=r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + 0))[2]), "=r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + 0))[3])
      : "r"(addr)
    );
  }

  {
    __asm__ __volatile__(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
      :  "=f"(((float *)(C_sum_local_warp_ptr + 0))[0]), "=f"(((float *)(C_sum_local_warp_ptr + 0))[1]), "=f"(((float *)(C_sum_local_warp_ptr + 0))[2]), "=f"(((float *)(C_sum_local_warp_ptr + 0))[3])
      : "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 8))[0]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 8))[1]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 8))[2]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 8))[3]), "r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + 8))[0]), "r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + 8))[1]), "f"(((float *)(C_sum_local_warp_ptr + 0))[0]), "f"(((float *)(C_sum_local_warp_ptr + 0))[1]), "f"(((float *)(C_sum_local_warp_ptr + 0))[2]), "f"(((float *)(C_sum_local_warp_ptr + 0))[3]));
  }

  {
    __asm__ __volatile__(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
      :  "=f"(((float *)(C_sum_local_warp_ptr + 4))[0]), "=f"(((float *)(C_sum_local_warp_ptr + 4))[1]), "=f"(((float *)(C_sum_local_warp_ptr + 4))[2]), "=f"(((float *)(C_sum_local_warp_ptr + 4))[3])
      : "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 8))[0]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 8))[1]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 8))[2]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 8))[3]), "r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + 12))[0]), "r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + 12))[1]), "f"(((float *)(C_sum_local_warp_ptr + 4))[0]), "f"(((float *)(C_sum_local_warp_ptr + 4))[1]), "f"(((float *)(C_sum_local_warp_ptr + 4))[2]), "f"(((float *)(C_sum_local_warp_ptr + 4))[3]));
  }
  for (int k_1_2 = 0; k_1_2 < 3; ++k_1_2) {
    int cse_v15 = (k_1_2 * 2);
    int cse_v41 = ((((k_1_2 + 1) & 1) * 256) + (((int)threadIdx.x) * 8));

  {
    unsigned int addr = __cvta_generic_to_shared((&(((half*)buf_dyn_shmem_ptr)[((((((int)threadIdx.x) & 15) * 64) + (((((k_1_2 * 2) + (((int)threadIdx.x) >> 4)) + 2) ^ (((int)threadIdx.x) & 7)) * 8)) + 1024)])) + 0);
    __asm__ __volatile__(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
      "{%0, %1, %2, %3}, [%4];\n"
      : "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1_2 + 1) & 1) * 8)))[0]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1_2 + 1) & 1) * 8)))[1]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1_2 + 1) & 1) * 8)))[2]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (((k_1_2 + 1) & 1) * 8)))[3])
      : "r"(addr)
    );
  }

  {
    unsigned int addr = __cvta_generic_to_shared((&(((half*)buf_dyn_shmem_ptr)[(((((((int)threadIdx.y) * 1024) + ((((int)threadIdx.x) >> 4) * 512)) + ((((int)threadIdx.x) & 7) * 64)) + (((((k_1_2 * 2) + ((((int)threadIdx.x) & 15) >> 3)) + 2) ^ (((int)threadIdx.x) & 7)) * 8)) + 7168)])) + 0);
    __asm__ __volatile__(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
      "{%0, %1, %2, %3}, [%4];\n"
      : "=r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + (((k_1_2 + 1) & 1) * 8)))[0]), "=r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + (((k_1_2 + 1) & 1) * 8)))[1]), "=r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + (((k_1_2 + 1) & 1) * 8)))[2]), "=r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + (((k_1_2 + 1) & 1) * 8)))[3])
      : "r"(addr)
    );
  }
    int cse_v34 = (((k_1_2 & 1) * 256) + (((int)threadIdx.x) * 8));

  {
    __asm__ __volatile__(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
      :  "=f"(((float *)(C_sum_local_warp_ptr + 0))[0]), "=f"(((float *)(C_sum_local_warp_ptr + 0))[1]), "=f"(((float *)(C_sum_local_warp_ptr + 0))[2]), "=f"(((float *)(C_sum_local_warp_ptr + 0))[3])
      : "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((k_1_2 & 1) * 8)))[0]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((k_1_2 & 1) * 8)))[1]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((k_1_2 & 1) * 8)))[2]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((k_1_2 & 1) * 8)))[3]), "r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + ((k_1_2 & 1) * 8)))[0]), "r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + ((k_1_2 & 1) * 8)))[1]), "f"(((float *)(C_sum_local_warp_ptr + 0))[0]), "f"(((float *)(C_sum_local_warp_ptr + 0))[1]), "f"(((float *)(C_sum_local_warp_ptr + 0))[2]), "f"(((float *)(C_sum_local_warp_ptr + 0))[3]));
  }

  {
    __asm__ __volatile__(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
      :  "=f"(((float *)(C_sum_local_warp_ptr + 4))[0]), "=f"(((float *)(C_sum_local_warp_ptr + 4))[1]), "=f"(((float *)(C_sum_local_warp_ptr + 4))[2]), "=f"(((float *)(C_sum_local_warp_ptr + 4))[3])
      : "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((k_1_2 & 1) * 8)))[0]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((k_1_2 & 1) * 8)))[1]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((k_1_2 & 1) * 8)))[2]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + ((k_1_2 & 1) * 8)))[3]), "r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + (((k_1_2 & 1) * 8) + 4)))[0]), "r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + (((k_1_2 & 1) * 8) + 4)))[1]), "f"(((float *)(C_sum_local_warp_ptr + 4))[0]), "f"(((float *)(C_sum_local_warp_ptr + 4))[1]), "f"(((float *)(C_sum_local_warp_ptr + 4))[2]), "f"(((float *)(C_sum_local_warp_ptr + 4))[3]));
  }
  }

  {
    __asm__ __volatile__(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
      :  "=f"(((float *)(C_sum_local_warp_ptr + 0))[0]), "=f"(((float *)(C_sum_local_warp_ptr + 0))[1]), "=f"(((float *)(C_sum_local_warp_ptr + 0))[2]), "=f"(((float *)(C_sum_local_warp_ptr + 0))[3])
      : "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 8))[0]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 8))[1]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 8))[2]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 8))[3]), "r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + 8))[0]), "r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + 8))[1]), "f"(((float *)(C_sum_local_warp_ptr + 0))[0]), "f"(((float *)(C_sum_local_warp_ptr + 0))[1]), "f"(((float *)(C_sum_local_warp_ptr + 0))[2]), "f"(((float *)(C_sum_local_warp_ptr + 0))[3]));
  }

  {
    __asm__ __volatile__(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
      :  "=f"(((float *)(C_sum_local_warp_ptr + 4))[0]), "=f"(((float *)(C_sum_local_warp_ptr + 4))[1]), "=f"(((float *)(C_sum_local_warp_ptr + 4))[2]), "=f"(((float *)(C_sum_local_warp_ptr + 4))[3])
      : "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 8))[0]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 8))[1]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 8))[2]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 8))[3]), "r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + 12))[0]), "r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + 12))[1]), "f"(((float *)(C_sum_local_warp_ptr + 4))[0]), "f"(((float *)(C_sum_local_warp_ptr + 4))[1]), "f"(((float *)(C_sum_local_warp_ptr + 4))[2]), "f"(((float *)(C_sum_local_warp_ptr + 4))[3]));
  }
  for (int ax0_1 = 0; ax0_1 < 2; ++ax0_1) {
    for (int ax1_1 = 0; ax1_1 < 2; ++ax1_1) {
      int cse_v28 = ((((int)threadIdx.x) & 3) * 2);
      for (int ax3 = 0; ax3 < 2; ++ax3) {
        C_sum_local_local_ptr[(((((int)threadIdx.x) & 3) * 2) + ax3)] = C_sum_local_warp_ptr[(((ax1_1 * 4) + (ax0_1 * 2)) + ax3)];
      }
      half2 __1;
      float2 v_ = *(float2*)(C_sum_local_local_ptr + ((((int)threadIdx.x) & 3) * 2));
      __1.x = (half)(v_.x);
      __1.y = (half)(v_.y);
      *(half2*)(C_ptr + ((((((ax0_1 * 65536) + ((((int)threadIdx.x) >> 2) * 8192)) + (((int)blockIdx.x) * 64)) + (((int)threadIdx.y) * 16)) + (ax1_1 * 8)) + ((((int)threadIdx.x) & 3) * 2))) = __1;
    }
  }
}
