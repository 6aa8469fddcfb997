// gemm/hgemm:wgmma:pipeline_async
// C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float16 -> float32
// why: two slices are in flight while a third is multiplied
// target: cuda sm_90
// build: cp.async on, sm_90 alone
// launch main_kernel: grid 8 x 32 x 2, block 128 x 2 x 1, shared 0 B static + 147456 B dynamic

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

__forceinline__ __device__ void ptx_cp_async_legacy_cg_16_2_2(void* dst, int dst_off, void* src, int src_off) {
  uint8_t* dst_p = (uint8_t*)dst + dst_off * 2;
  uint8_t* src_p = (uint8_t*)src + src_off * 2;
  unsigned int dst_addr = __cvta_generic_to_shared(dst_p);
  asm volatile("cp.async.cg.shared.global [%0], [%1], %2;"
    :: "r"(dst_addr), "l"(src_p), "n"(16));
}
extern "C" __global__ void __launch_bounds__(256) main_kernel(half* __restrict__ A_ptr, half* __restrict__ B_ptr, half* __restrict__ C_ptr) {
  extern __shared__ __align__(64) uchar buf_dyn_shmem_ptr[];
  alignas(64) float C_sum_local_reindex_ptr[128];
  for (int ax5 = 0; ax5 < 32; ++ax5) {
    for (int ax6 = 0; ax6 < 2; ++ax6) {
      for (int ax7 = 0; ax7 < 2; ++ax7) {
        C_sum_local_reindex_ptr[(((ax5 * 4) + (ax6 * 2)) + ax7)] = 0x0p+0f/*0.000000e+00*/;
      }
    }
  }
  int cse_v1 = (((int)blockIdx.y) * 524288);
  int cse_v2 = (((int)threadIdx.y) * 65536);
  int cse_v3 = (((int)threadIdx.x) >> 3);
  int cse_v4 = (((int)threadIdx.x) & 7);
  int cse_v5 = (((int)threadIdx.y) * 1024);
  int cse_v18 = ((((int)threadIdx.x) >> 3) * 4096);
  int cse_v19 = ((((int)threadIdx.x) & 7) * 8);
  int cse_v20 = ((((int)threadIdx.x) >> 3) * 64);
  int cse_v21 = ((((int)blockIdx.z) * 8388608) + (((int)blockIdx.x) * 1048576));
  int cse_v34 = (((((int)threadIdx.x) & 7) ^ ((((int)threadIdx.x) & 63) >> 3)) * 8);
  for (int ax0_ax1_fused_0 = 0; ax0_ax1_fused_0 < 4; ++ax0_ax1_fused_0) {
    ptx_cp_async_legacy_cg_16_2_2(buf_dyn_shmem_ptr, ((((ax0_ax1_fused_0 * 2048) + (((int)threadIdx.y) * 1024)) + ((((int)threadIdx.x) >> 3) * 64)) + (((((int)threadIdx.x) & 7) ^ ((((int)threadIdx.x) & 63) >> 3)) * 8)), A_ptr, (((((((int)blockIdx.y) * 524288) + (ax0_ax1_fused_0 * 131072)) + (((int)threadIdx.y) * 65536)) + ((((int)threadIdx.x) >> 3) * 4096)) + ((((int)threadIdx.x) & 7) * 8)));
  }
  for (int ax0_ax1_fused_0_1 = 0; ax0_ax1_fused_0_1 < 8; ++ax0_ax1_fused_0_1) {
    ptx_cp_async_legacy_cg_16_2_2(buf_dyn_shmem_ptr, (((((ax0_ax1_fused_0_1 * 2048) + (((int)threadIdx.y) * 1024)) + ((((int)threadIdx.x) >> 3) * 64)) + (((((int)threadIdx.x) & 7) ^ ((((int)threadIdx.x) & 63) >> 3)) * 8)) + 24576), B_ptr, ((((((((int)blockIdx.z) * 8388608) + (((int)blockIdx.x) * 1048576)) + (ax0_ax1_fused_0_1 * 131072)) + (((int)threadIdx.y) * 65536)) + ((((int)threadIdx.x) >> 3) * 4096)) + ((((int)threadIdx.x) & 7) * 8)));
  }
  tvm_builtin_ptx_cp_async_commit_group_async_commit_group();
  for (int ax0_ax1_fused_0_2 = 0; ax0_ax1_fused_0_2 < 4; ++ax0_ax1_fused_0_2) {
    ptx_cp_async_legacy_cg_16_2_2(buf_dyn_shmem_ptr, (((((ax0_ax1_fused_0_2 * 2048) + (((int)threadIdx.y) * 1024)) + ((((int)threadIdx.x) >> 3) * 64)) + (((((int)threadIdx.x) & 7) ^ ((((int)threadIdx.x) & 63) >> 3)) * 8)) + 8192), A_ptr, ((((((((int)blockIdx.y) * 524288) + (ax0_ax1_fused_0_2 * 131072)) + (((int)threadIdx.y) * 65536)) + ((((int)threadIdx.x) >> 3) * 4096)) + ((((int)threadIdx.x) & 7) * 8)) + 64));
  }
  for (int ax0_ax1_fused_0_3 = 0; ax0_ax1_fused_0_3 < 8; ++ax0_ax1_fused_0_3) {
    ptx_cp_async_legacy_cg_16_2_2(buf_dyn_shmem_ptr, (((((ax0_ax1_fused_0_3 * 2048) + (((int)threadIdx.y) * 1024)) + ((((int)threadIdx.x) >> 3) * 64)) + (((((int)threadIdx.x) & 7) ^ ((((int)threadIdx.x) & 63) >> 3)) * 8)) + 40960), B_ptr, (((((((((int)blockIdx.z) * 8388608) + (((int)blockIdx.x) * 1048576)) + (ax0_ax1_fused_0_3 * 131072)) + (((int)threadIdx.y) * 65536)) + ((((int)threadIdx.x) >> 3) * 4096)) + ((((int)threadIdx.x) & 7) * 8)) + 64));
  }
  tvm_builtin_ptx_cp_async_commit_group_async_commit_group();
  int cse_v8 = (((int)threadIdx.y) * 4096);
  int cse_v9 = (((int)threadIdx.x) >> 5);
  int cse_v10 = (((int)threadIdx.x) & 31);
  int cse_v13 = (((int)threadIdx.x) & 3);
  int cse_v23 = ((((int)threadIdx.x) >> 5) * 1024);
  int cse_v24 = ((((int)threadIdx.x) & 31) >> 2);
  int cse_v25 = ((((int)threadIdx.x) & 3) * 128);
  int cse_v26 = ((((int)threadIdx.x) & 3) * 2);
  int cse_v29 = (((((int)threadIdx.x) & 31) >> 2) * 64);
  for (int ax8_0 = 0; ax8_0 < 62; ++ax8_0) {
    int cse_v6 = (ax8_0 * 64);
    int cse_v22 = ((ax8_0 + 2) % 3);
    __syncthreads();
    for (int ax0_ax1_fused_0_4 = 0; ax0_ax1_fused_0_4 < 4; ++ax0_ax1_fused_0_4) {
      ptx_cp_async_legacy_cg_16_2_2(buf_dyn_shmem_ptr, (((((((ax8_0 + 2) % 3) * 8192) + (ax0_ax1_fused_0_4 * 2048)) + (((int)threadIdx.y) * 1024)) + ((((int)threadIdx.x) >> 3) * 64)) + (((((int)threadIdx.x) & 7) ^ ((((int)threadIdx.x) & 63) >> 3)) * 8)), A_ptr, (((((((((int)blockIdx.y) * 524288) + (ax0_ax1_fused_0_4 * 131072)) + (((int)threadIdx.y) * 65536)) + ((((int)threadIdx.x) >> 3) * 4096)) + (ax8_0 * 64)) + ((((int)threadIdx.x) & 7) * 8)) + 128));
    }
    for (int ax0_ax1_fused_0_5 = 0; ax0_ax1_fused_0_5 < 8; ++ax0_ax1_fused_0_5) {
      ptx_cp_async_legacy_cg_16_2_2(buf_dyn_shmem_ptr, ((((((((ax8_0 + 2) % 3) * 16384) + (ax0_ax1_fused_0_5 * 2048)) + (((int)threadIdx.y) * 1024)) + ((((int)threadIdx.x) >> 3) * 64)) + (((((int)threadIdx.x) & 7) ^ ((((int)threadIdx.x) & 63) >> 3)) * 8)) + 24576), B_ptr, ((((((((((int)blockIdx.z) * 8388608) + (((int)blockIdx.x) * 1048576)) + (ax0_ax1_fused_0_5 * 131072)) + (((int)threadIdx.y) * 65536)) + ((((int)threadIdx.x) >> 3) * 4096)) + (ax8_0 * 64)) + ((((int)threadIdx.x) & 7) * 8)) + 128));
    }
    tvm_builtin_ptx_cp_async_commit_group_async_commit_group();
    tvm_builtin_ptx_cp_async_wait_group_async_wait_group_2();
    __syncthreads();
    for (int ax5_1 = 0; ax5_1 < 32; ++ax5_1) {
      for (int ax6_1 = 0; ax6_1 < 2; ++ax6_1) {
        for (int ax7_1 = 0; ax7_1 < 2; ++ax7_1) {
          for (int ax8_1 = 0; ax8_1 < 64; ++ax8_1) {
            int cse_v7 = (ax8_0 % 3);
            int cse_v11 = (ax8_1 >> 3);
            int cse_v12 = (ax8_1 & 7);
            int cse_v28 = (((ax5_1 * 4) + (ax6_1 * 2)) + ax7_1);
            C_sum_local_reindex_ptr[(((ax5_1 * 4) + (ax6_1 * 2)) + ax7_1)] = (C_sum_local_reindex_ptr[(((ax5_1 * 4) + (ax6_1 * 2)) + ax7_1)] + (((float)((half*)buf_dyn_shmem_ptr)[((((((((ax8_0 % 3) * 8192) + (((int)threadIdx.y) * 4096)) + ((((int)threadIdx.x) >> 5) * 1024)) + (ax6_1 * 512)) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + (((ax8_1 >> 3) ^ ((((int)threadIdx.x) & 31) >> 2)) * 8)) + (ax8_1 & 7))]) * ((float)((half*)buf_dyn_shmem_ptr)[((((((((ax8_0 % 3) * 16384) + (ax5_1 * 512)) + ((((int)threadIdx.x) & 3) * 128)) + (ax7_1 * 64)) + (((ax8_1 >> 3) ^ (((((int)threadIdx.x) & 3) * 2) + ax7_1)) * 8)) + (ax8_1 & 7)) + 24576)])));
          }
        }
      }
    }
  }
  int cse_v31 = ((((int)threadIdx.y) * 4096) + ((((int)threadIdx.x) >> 5) * 1024));
  tvm_builtin_ptx_cp_async_wait_group_async_wait_group_1();
  __syncthreads();
  for (int ax5_2 = 0; ax5_2 < 32; ++ax5_2) {
    for (int ax6_2 = 0; ax6_2 < 2; ++ax6_2) {
      for (int ax7_2 = 0; ax7_2 < 2; ++ax7_2) {
        for (int ax8_1_1 = 0; ax8_1_1 < 64; ++ax8_1_1) {
          int cse_v14 = (ax8_1_1 >> 3);
          int cse_v15 = (ax8_1_1 & 7);
          int cse_v30 = (((ax5_2 * 4) + (ax6_2 * 2)) + ax7_2);
          C_sum_local_reindex_ptr[(((ax5_2 * 4) + (ax6_2 * 2)) + ax7_2)] = (C_sum_local_reindex_ptr[(((ax5_2 * 4) + (ax6_2 * 2)) + ax7_2)] + (((float)((half*)buf_dyn_shmem_ptr)[(((((((((int)threadIdx.y) * 4096) + ((((int)threadIdx.x) >> 5) * 1024)) + (ax6_2 * 512)) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + (((ax8_1_1 >> 3) ^ ((((int)threadIdx.x) & 31) >> 2)) * 8)) + (ax8_1_1 & 7)) + 16384)]) * ((float)((half*)buf_dyn_shmem_ptr)[((((((ax5_2 * 512) + ((((int)threadIdx.x) & 3) * 128)) + (ax7_2 * 64)) + (((ax8_1_1 >> 3) ^ (((((int)threadIdx.x) & 3) * 2) + ax7_2)) * 8)) + (ax8_1_1 & 7)) + 57344)])));
        }
      }
    }
  }
  tvm_builtin_ptx_cp_async_wait_group_async_wait_group_0();
  __syncthreads();
  for (int ax5_3 = 0; ax5_3 < 32; ++ax5_3) {
    for (int ax6_3 = 0; ax6_3 < 2; ++ax6_3) {
      for (int ax7_3 = 0; ax7_3 < 2; ++ax7_3) {
        for (int ax8_1_2 = 0; ax8_1_2 < 64; ++ax8_1_2) {
          int cse_v16 = (ax8_1_2 >> 3);
          int cse_v17 = (ax8_1_2 & 7);
          int cse_v32 = (((ax5_3 * 4) + (ax6_3 * 2)) + ax7_3);
          C_sum_local_reindex_ptr[(((ax5_3 * 4) + (ax6_3 * 2)) + ax7_3)] = (C_sum_local_reindex_ptr[(((ax5_3 * 4) + (ax6_3 * 2)) + ax7_3)] + (((float)((half*)buf_dyn_shmem_ptr)[((((((((int)threadIdx.y) * 4096) + ((((int)threadIdx.x) >> 5) * 1024)) + (ax6_3 * 512)) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + (((ax8_1_2 >> 3) ^ ((((int)threadIdx.x) & 31) >> 2)) * 8)) + (ax8_1_2 & 7))]) * ((float)((half*)buf_dyn_shmem_ptr)[((((((ax5_3 * 512) + ((((int)threadIdx.x) & 3) * 128)) + (ax7_3 * 64)) + (((ax8_1_2 >> 3) ^ (((((int)threadIdx.x) & 3) * 2) + ax7_3)) * 8)) + (ax8_1_2 & 7)) + 24576)])));
        }
      }
    }
  }
  for (int ax5_4 = 0; ax5_4 < 32; ++ax5_4) {
    for (int ax6_4 = 0; ax6_4 < 2; ++ax6_4) {
      for (int ax7_4 = 0; ax7_4 < 2; ++ax7_4) {
        int cse_v33 = (((ax5_4 * 4) + (ax6_4 * 2)) + ax7_4);
        C_sum_local_reindex_ptr[(((ax5_4 * 4) + (ax6_4 * 2)) + ax7_4)] = C_sum_local_reindex_ptr[(((ax5_4 * 4) + (ax6_4 * 2)) + ax7_4)];
      }
    }
  }
  __syncthreads();
  for (int ax5_5 = 0; ax5_5 < 32; ++ax5_5) {
    for (int ax6_5 = 0; ax6_5 < 2; ++ax6_5) {
      half2 __1;
      float2 v_ = *(float2*)(C_sum_local_reindex_ptr + ((ax5_5 * 4) + (ax6_5 * 2)));
      __1.x = (half)(v_.x);
      __1.y = (half)(v_.y);
      *(half2*)(((half*)buf_dyn_shmem_ptr) + (((((((((int)threadIdx.y) * 16896) + ((((int)threadIdx.x) >> 5) * 4224)) + (ax6_5 * 2112)) + (((((int)threadIdx.x) & 31) >> 2) * 264)) + (ax5_5 * 8)) + ((((int)threadIdx.x) & 3) * 2)) + 24576)) = __1;
    }
  }
  __syncthreads();
  for (int ax0_ax1_fused_0_6 = 0; ax0_ax1_fused_0_6 < 16; ++ax0_ax1_fused_0_6) {
    int cse_v27 = ((((int)threadIdx.x) & 31) * 8);
    *(uint4*)(C_ptr + (((((((((int)blockIdx.y) * 524288) + (ax0_ax1_fused_0_6 * 32768)) + (((int)threadIdx.y) * 16384)) + ((((int)threadIdx.x) >> 5) * 4096)) + (((int)blockIdx.z) * 2048)) + (((int)blockIdx.x) * 256)) + ((((int)threadIdx.x) & 31) * 8))) = *(uint4*)(((half*)buf_dyn_shmem_ptr) + (((((ax0_ax1_fused_0_6 * 2112) + (((int)threadIdx.y) * 1056)) + ((((int)threadIdx.x) >> 5) * 264)) + ((((int)threadIdx.x) & 31) * 8)) + 24576));
  }
}
