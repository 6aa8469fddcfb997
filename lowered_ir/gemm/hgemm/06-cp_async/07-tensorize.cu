// gemm/hgemm:cp_async:tensorize
// C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float16 -> float32
// why: ldmatrix loads four 8 x 8 matrices; two mma.sync multiply them
// target: cuda sm_90
// build: cp.async on
// launch main_kernel: grid 16 x 32 x 2, block 32 x 2 x 2, shared 0 B static + 32768 B dynamic

extern "C" __global__ void __launch_bounds__(128) main_kernel(half* __restrict__ A_ptr, half* __restrict__ B_ptr, half* __restrict__ C_ptr) {
  extern __shared__ __align__(64) uchar buf_dyn_shmem_ptr[];
  alignas(64) float C_sum_local_warp_ptr[128];
  alignas(64) half A_shared_dyn_local_warp_ptr[32];
  alignas(64) half B_shared_dyn_local_warp_ptr[32];
  alignas(64) float C_sum_local_local_ptr[8];
  for (int i_2_init = 0; i_2_init < 4; ++i_2_init) {
    for (int j_2_init = 0; j_2_init < 4; ++j_2_init) {
      for (int i = 0; i < 8; ++i) {
C_sum_local_warp_ptr[((i_2_init * 32) + (j_2_init * 8)) + i] = 0.0;}
;
    }
  }
  int cse_v1 = (((int)blockIdx.y) * 524288);
  int cse_v8 = (((int)threadIdx.x) * 8);
  for (int k_0 = 0; k_0 < 64; ++k_0) {
    int cse_v2 = (((int)threadIdx.z) * 32768);
    int cse_v3 = (((int)threadIdx.y) * 16384);
    int cse_v4 = (k_0 * 64);
    int cse_v5 = (((int)threadIdx.x) & 7);
    int cse_v6 = (((int)threadIdx.z) * 512);
    int cse_v7 = (((int)threadIdx.y) * 256);
    int cse_v13 = ((((int)threadIdx.x) >> 3) * 4096);
    int cse_v14 = ((((int)threadIdx.x) & 7) * 8);
    __syncthreads();
    for (int ax0_ax1_fused_0 = 0; ax0_ax1_fused_0 < 8; ++ax0_ax1_fused_0) {
      *(uint4*)(((half*)buf_dyn_shmem_ptr) + ((((ax0_ax1_fused_0 * 1024) + (((int)threadIdx.z) * 512)) + (((int)threadIdx.y) * 256)) + (((int)threadIdx.x) * 8))) = *(uint4*)(A_ptr + (((((((((int)blockIdx.y) * 524288) + (ax0_ax1_fused_0 * 65536)) + (((int)threadIdx.z) * 32768)) + (((int)threadIdx.y) * 16384)) + ((((int)threadIdx.x) >> 3) * 4096)) + (k_0 * 64)) + ((((int)threadIdx.x) & 7) * 8)));
    }
    for (int ax0_ax1_fused_0_1 = 0; ax0_ax1_fused_0_1 < 8; ++ax0_ax1_fused_0_1) {
      *(uint4*)(((half*)buf_dyn_shmem_ptr) + (((((ax0_ax1_fused_0_1 * 1024) + (((int)threadIdx.z) * 512)) + (((int)threadIdx.y) * 256)) + (((int)threadIdx.x) * 8)) + 8192)) = *(uint4*)(B_ptr + ((((((((((int)blockIdx.z) * 8388608) + (((int)blockIdx.x) * 524288)) + (ax0_ax1_fused_0_1 * 65536)) + (((int)threadIdx.z) * 32768)) + (((int)threadIdx.y) * 16384)) + ((((int)threadIdx.x) >> 3) * 4096)) + (k_0 * 64)) + ((((int)threadIdx.x) & 7) * 8)));
    }
    __syncthreads();
    for (int k_1 = 0; k_1 < 4; ++k_1) {
      int cse_v9 = (k_1 * 16);
      int cse_v10 = (((int)threadIdx.x) & 15);
      int cse_v11 = (((int)threadIdx.x) >> 4);
      for (int ax0_0 = 0; ax0_0 < 4; ++ax0_0) {

  {
    unsigned int addr = __cvta_generic_to_shared((&(((half*)buf_dyn_shmem_ptr)[(((((int)threadIdx.z) * 4096) + (ax0_0 * 1024)) + (k_1 * 16))])) + (((((int)threadIdx.x) & 15) * 64) + ((((int)threadIdx.x) >> 4) * 8)));
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
    unsigned int addr = __cvta_generic_to_shared((&(((half*)buf_dyn_shmem_ptr)[((((((int)threadIdx.y) * 4096) + (ax0_0_1 * 1024)) + (k_1 * 16)) + 8192)])) + ((((((int)threadIdx.x) >> 4) * 512) + ((((int)threadIdx.x) & 7) * 64)) + (((((int)threadIdx.x) & 15) >> 3) * 8)));
    __asm__ __volatile__(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
      "{%0, %1, %2, %3}, [%4];\n"
      : "=r"(((unsigned *)(B_shared_dyn_local_warp_ptr + (ax0_0_1 * 8)))[0]), "=r"(((unsigned *)(B_shared_dyn_local_warp_ptr + (ax0_0_1 * 8)))[1]), "=r"(((unsigned *)(B_shared_dyn_local_warp_ptr + (ax0_0_1 * 8)))[2]), "=r"(((unsigned *)(B_shared_dyn_local_warp_ptr + (ax0_0_1 * 8)))[3])
      : "r"(addr)
    );
  }
      }
      for (int i_2 = 0; i_2 < 4; ++i_2) {
        for (int j_2 = 0; j_2 < 4; ++j_2) {
          int cse_v12 = (j_2 * 256);
          int cse_v15 = ((i_2 * 256) + (((int)threadIdx.x) * 8));
          int cse_v16 = ((j_2 * 256) + (((int)threadIdx.x) * 8));
          int cse_v18 = (((i_2 * 1024) + (j_2 * 256)) + (((int)threadIdx.x) * 8));

  {
    __asm__ __volatile__(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
      :  "=f"(((float *)(C_sum_local_warp_ptr + ((i_2 * 32) + (j_2 * 8))))[0]), "=f"(((float *)(C_sum_local_warp_ptr + ((i_2 * 32) + (j_2 * 8))))[1]), "=f"(((float *)(C_sum_local_warp_ptr + ((i_2 * 32) + (j_2 * 8))))[2]), "=f"(((float *)(C_sum_local_warp_ptr + ((i_2 * 32) + (j_2 * 8))))[3])
      : "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (i_2 * 8)))[0]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (i_2 * 8)))[1]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (i_2 * 8)))[2]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (i_2 * 8)))[3]), "r"(((unsigned *)(B_shared_dyn_local_warp_ptr + (j_2 * 8)))[0]), "r"(((unsigned *)(B_shared_dyn_local_warp_ptr + (j_2 * 8)))[1]), "f"(((float *)(C_sum_local_warp_ptr + ((i_2 * 32) + (j_2 * 8))))[0]), "f"(((float *)(C_sum_local_warp_ptr + ((i_2 * 32) + (j_2 * 8))))[1]), "f"(((float *)(C_sum_local_warp_ptr + ((i_2 * 32) + (j_2 * 8))))[2]), "f"(((float *)(C_sum_local_warp_ptr + ((i_2 * 32) + (j_2 * 8))))[3]));
  }

  {
    __asm__ __volatile__(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
      :  "=f"(((float *)(C_sum_local_warp_ptr + (((i_2 * 32) + (j_2 * 8)) + 4)))[0]), "=f"(((float *)(C_sum_local_warp_ptr + (((i_2 * 32) + (j_2 * 8)) + 4)))[1]), "=f"(((float *)(C_sum_local_warp_ptr + (((i_2 * 32) + (j_2 * 8)) + 4)))[2]), "=f"(((float *)(C_sum_local_warp_ptr + (((i_2 * 32) + (j_2 * 8)) + 4)))[3])
      : "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (i_2 * 8)))[0]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (i_2 * 8)))[1]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (i_2 * 8)))[2]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + (i_2 * 8)))[3]), "r"(((unsigned *)(B_shared_dyn_local_warp_ptr + ((j_2 * 8) + 4)))[0]), "r"(((unsigned *)(B_shared_dyn_local_warp_ptr + ((j_2 * 8) + 4)))[1]), "f"(((float *)(C_sum_local_warp_ptr + (((i_2 * 32) + (j_2 * 8)) + 4)))[0]), "f"(((float *)(C_sum_local_warp_ptr + (((i_2 * 32) + (j_2 * 8)) + 4)))[1]), "f"(((float *)(C_sum_local_warp_ptr + (((i_2 * 32) + (j_2 * 8)) + 4)))[2]), "f"(((float *)(C_sum_local_warp_ptr + (((i_2 * 32) + (j_2 * 8)) + 4)))[3]));
  }
        }
      }
    }
  }
  for (int ax0_0_2 = 0; ax0_0_2 < 4; ++ax0_0_2) {
    for (int ax1_0 = 0; ax1_0 < 4; ++ax1_0) {
      for (int ax0_1 = 0; ax0_1 < 2; ++ax0_1) {
        for (int ax1_1 = 0; ax1_1 < 2; ++ax1_1) {
          int cse_v17 = ((((int)threadIdx.x) & 3) * 2);
          for (int ax3 = 0; ax3 < 2; ++ax3) {
            C_sum_local_local_ptr[(((((int)threadIdx.x) & 3) * 2) + ax3)] = C_sum_local_warp_ptr[(((((ax0_0_2 * 32) + (ax1_0 * 8)) + (ax1_1 * 4)) + (ax0_1 * 2)) + ax3)];
          }
          half2 __1;
          float2 v_ = *(float2*)(C_sum_local_local_ptr + ((((int)threadIdx.x) & 3) * 2));
          __1.x = (half)(v_.x);
          __1.y = (half)(v_.y);
          *(half2*)(C_ptr + (((((((((((((int)blockIdx.y) * 524288) + (((int)threadIdx.z) * 262144)) + (ax0_0_2 * 65536)) + (ax0_1 * 32768)) + ((((int)threadIdx.x) >> 2) * 4096)) + (((int)blockIdx.z) * 2048)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.y) * 64)) + (ax1_0 * 16)) + (ax1_1 * 8)) + ((((int)threadIdx.x) & 3) * 2))) = __1;
        }
      }
    }
  }
}
