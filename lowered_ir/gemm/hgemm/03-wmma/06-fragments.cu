// gemm/hgemm:wmma:fragments
// C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float16 -> float32
// why: the next operands of a warp, in registers
// target: cuda sm_90
// launch main_kernel: grid 8 x 32 x 2, block 32 x 4 x 2, shared 0 B static + 55296 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(half* __restrict__ A_ptr, half* __restrict__ B_ptr, half* __restrict__ C_ptr) {
  extern __shared__ __align__(64) uchar buf_dyn_shmem_ptr[];
  alignas(64) float C_sum_local_ptr[4096];
  alignas(64) half A_shared_dyn_local_ptr[1024];
  alignas(64) half B_shared_dyn_local_ptr[1024];
  int cse_v1 = (((int)blockIdx.y) * 524288);
  for (int k_0 = 0; k_0 < 64; ++k_0) {
    int cse_v2 = (((int)threadIdx.z) * 65536);
    int cse_v3 = (((int)threadIdx.y) * 16384);
    int cse_v4 = (((int)threadIdx.x) >> 3);
    int cse_v5 = (k_0 * 64);
    int cse_v6 = (((int)threadIdx.z) * 1152);
    int cse_v7 = (((int)threadIdx.y) * 288);
    int cse_v11 = ((((int)threadIdx.x) >> 3) * 4096);
    int cse_v12 = ((((int)threadIdx.x) & 7) * 8);
    int cse_v13 = ((((int)threadIdx.x) >> 3) * 72);
    __syncthreads();
    for (int ax0_ax1_fused_0 = 0; ax0_ax1_fused_0 < 4; ++ax0_ax1_fused_0) {
      *(uint4*)(((half*)buf_dyn_shmem_ptr) + (((((ax0_ax1_fused_0 * 2304) + (((int)threadIdx.z) * 1152)) + (((int)threadIdx.y) * 288)) + ((((int)threadIdx.x) >> 3) * 72)) + ((((int)threadIdx.x) & 7) * 8))) = *(uint4*)(A_ptr + (((((((((int)blockIdx.y) * 524288) + (ax0_ax1_fused_0 * 131072)) + (((int)threadIdx.z) * 65536)) + (((int)threadIdx.y) * 16384)) + ((((int)threadIdx.x) >> 3) * 4096)) + (k_0 * 64)) + ((((int)threadIdx.x) & 7) * 8)));
    }
    for (int ax0_ax1_fused_0_1 = 0; ax0_ax1_fused_0_1 < 8; ++ax0_ax1_fused_0_1) {
      *(uint4*)(((half*)buf_dyn_shmem_ptr) + ((((((ax0_ax1_fused_0_1 * 2304) + (((int)threadIdx.z) * 1152)) + (((int)threadIdx.y) * 288)) + ((((int)threadIdx.x) >> 3) * 72)) + ((((int)threadIdx.x) & 7) * 8)) + 9216)) = *(uint4*)(B_ptr + ((((((((((int)blockIdx.z) * 8388608) + (((int)blockIdx.x) * 1048576)) + (ax0_ax1_fused_0_1 * 131072)) + (((int)threadIdx.z) * 65536)) + (((int)threadIdx.y) * 16384)) + ((((int)threadIdx.x) >> 3) * 4096)) + (k_0 * 64)) + ((((int)threadIdx.x) & 7) * 8)));
    }
    __syncthreads();
    for (int k_1 = 0; k_1 < 4; ++k_1) {
      int cse_v8 = (k_1 * 16);
      for (int ax0_0 = 0; ax0_0 < 4; ++ax0_0) {
        for (int ax0_1 = 0; ax0_1 < 16; ++ax0_1) {
          for (int ax1_1 = 0; ax1_1 < 16; ++ax1_1) {
            A_shared_dyn_local_ptr[(((ax0_0 * 256) + (ax0_1 * 16)) + ax1_1)] = ((half*)buf_dyn_shmem_ptr)[(((((((int)threadIdx.z) * 4608) + (ax0_0 * 1152)) + (ax0_1 * 72)) + (k_1 * 16)) + ax1_1)];
          }
        }
      }
      for (int ax0_0_1 = 0; ax0_0_1 < 4; ++ax0_0_1) {
        for (int ax0_1_1 = 0; ax0_1_1 < 16; ++ax0_1_1) {
          for (int ax1_1_1 = 0; ax1_1_1 < 16; ++ax1_1_1) {
            B_shared_dyn_local_ptr[(((ax0_0_1 * 256) + (ax0_1_1 * 16)) + ax1_1_1)] = ((half*)buf_dyn_shmem_ptr)[((((((((int)threadIdx.y) * 4608) + (ax0_0_1 * 1152)) + (ax0_1_1 * 72)) + (k_1 * 16)) + ax1_1_1) + 9216)];
          }
        }
      }
      for (int i_2 = 0; i_2 < 4; ++i_2) {
        for (int j_2 = 0; j_2 < 4; ++j_2) {
          int cse_v9 = (i_2 * 1024);
          int cse_v10 = (j_2 * 16);
          if (((k_0 * 4) + k_1) == 0) {
            for (int i_3 = 0; i_3 < 16; ++i_3) {
              for (int j_3 = 0; j_3 < 16; ++j_3) {
                C_sum_local_ptr[((((i_2 * 1024) + (i_3 * 64)) + (j_2 * 16)) + j_3)] = 0x0p+0f/*0.000000e+00*/;
              }
            }
          }
          for (int i_3_1 = 0; i_3_1 < 16; ++i_3_1) {
            for (int j_3_1 = 0; j_3_1 < 16; ++j_3_1) {
              for (int k_2 = 0; k_2 < 16; ++k_2) {
                int cse_v14 = ((((i_2 * 1024) + (i_3_1 * 64)) + (j_2 * 16)) + j_3_1);
                C_sum_local_ptr[((((i_2 * 1024) + (i_3_1 * 64)) + (j_2 * 16)) + j_3_1)] = (C_sum_local_ptr[((((i_2 * 1024) + (i_3_1 * 64)) + (j_2 * 16)) + j_3_1)] + (((float)A_shared_dyn_local_ptr[(((i_2 * 256) + (i_3_1 * 16)) + k_2)]) * ((float)B_shared_dyn_local_ptr[(((j_2 * 256) + (j_3_1 * 16)) + k_2)])));
              }
            }
          }
        }
      }
    }
  }
  for (int ax0 = 0; ax0 < 64; ++ax0) {
    for (int ax1 = 0; ax1 < 64; ++ax1) {
      C_ptr[(((((((((int)blockIdx.y) * 524288) + (((int)threadIdx.z) * 262144)) + (ax0 * 4096)) + (((int)blockIdx.z) * 2048)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.y) * 64)) + ax1)] = ((half)C_sum_local_ptr[((ax0 * 64) + ax1)]);
    }
  }
}
