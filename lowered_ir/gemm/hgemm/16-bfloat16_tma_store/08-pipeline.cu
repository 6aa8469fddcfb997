// gemm/hgemm:bfloat16_tma_store:pipeline
// C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, bfloat16 -> float32
// why: slice k + 2 is loaded after the wgmma of slice k have started, when those of k - 1 are done
// target: cuda sm_90
// build: sm_90 alone
// launch main_kernel: grid 8 x 16 x 1, block 128 x 2 x 1, shared 0 B static + 147456 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(nv_bfloat16* __restrict__ A_ptr, nv_bfloat16* __restrict__ B_ptr, nv_bfloat16* __restrict__ C_ptr) {
  extern __shared__ __align__(64) uchar buf_dyn_shmem_ptr[];
  alignas(64) float C_sum_local_reindex_ptr[128];
  for (int ax1_0_ax0_0_0_fused = 0; ax1_0_ax0_0_0_fused < 4; ++ax1_0_ax0_0_0_fused) {
    for (int ax5 = 0; ax5 < 32; ++ax5) {
      for (int ax6 = 0; ax6 < 2; ++ax6) {
        for (int ax7 = 0; ax7 < 2; ++ax7) {
          C_sum_local_reindex_ptr[(((ax5 * 4) + (ax6 * 2)) + ax7)] = 0x0p+0f/*0.000000e+00*/;
        }
      }
    }
    int cse_v12 = (((ax1_0_ax0_0_0_fused & 1) * 8388608) + (((int)blockIdx.y) * 524288));
    __syncthreads();
    for (int ax0 = 0; ax0 < 128; ++ax0) {
      for (int ax1 = 0; ax1 < 64; ++ax1) {
        ((nv_bfloat16*)buf_dyn_shmem_ptr)[((ax0 * 64) + ax1)] = A_ptr[(((((ax1_0_ax0_0_0_fused & 1) * 8388608) + (((int)blockIdx.y) * 524288)) + (ax0 * 4096)) + ax1)];
      }
    }
    int cse_v1 = (ax1_0_ax0_0_0_fused >> 1);
    int cse_v13 = (((ax1_0_ax0_0_0_fused >> 1) * 8388608) + (((int)blockIdx.x) * 1048576));
    for (int ax0_1 = 0; ax0_1 < 256; ++ax0_1) {
      for (int ax1_1 = 0; ax1_1 < 64; ++ax1_1) {
        ((nv_bfloat16*)buf_dyn_shmem_ptr)[(((ax0_1 * 64) + ax1_1) + 24576)] = B_ptr[(((((ax1_0_ax0_0_0_fused >> 1) * 8388608) + (((int)blockIdx.x) * 1048576)) + (ax0_1 * 4096)) + ax1_1)];
      }
    }
    for (int ax0_2 = 0; ax0_2 < 128; ++ax0_2) {
      for (int ax1_2 = 0; ax1_2 < 64; ++ax1_2) {
        ((nv_bfloat16*)buf_dyn_shmem_ptr)[(((ax0_2 * 64) + ax1_2) + 8192)] = A_ptr[((((((ax1_0_ax0_0_0_fused & 1) * 8388608) + (((int)blockIdx.y) * 524288)) + (ax0_2 * 4096)) + ax1_2) + 64)];
      }
    }
    for (int ax0_3 = 0; ax0_3 < 256; ++ax0_3) {
      for (int ax1_3 = 0; ax1_3 < 64; ++ax1_3) {
        ((nv_bfloat16*)buf_dyn_shmem_ptr)[(((ax0_3 * 64) + ax1_3) + 40960)] = B_ptr[((((((ax1_0_ax0_0_0_fused >> 1) * 8388608) + (((int)blockIdx.x) * 1048576)) + (ax0_3 * 4096)) + ax1_3) + 64)];
      }
    }
    int cse_v3 = (((int)threadIdx.y) * 4096);
    int cse_v4 = (((int)threadIdx.x) >> 5);
    int cse_v5 = (((int)threadIdx.x) & 3);
    int cse_v8 = ((((int)threadIdx.x) >> 5) * 1024);
    int cse_v9 = ((((int)threadIdx.x) & 31) >> 2);
    int cse_v10 = ((((int)threadIdx.x) & 3) * 128);
    int cse_v15 = (((((int)threadIdx.x) & 31) >> 2) * 64);
    for (int ax8_0 = 0; ax8_0 < 62; ++ax8_0) {
      __syncthreads();
      for (int ax5_1 = 0; ax5_1 < 32; ++ax5_1) {
        for (int ax6_1 = 0; ax6_1 < 2; ++ax6_1) {
          for (int ax7_1 = 0; ax7_1 < 2; ++ax7_1) {
            for (int ax8_1 = 0; ax8_1 < 64; ++ax8_1) {
              int cse_v2 = (ax8_0 % 3);
              int cse_v14 = (((ax5_1 * 4) + (ax6_1 * 2)) + ax7_1);
              C_sum_local_reindex_ptr[(((ax5_1 * 4) + (ax6_1 * 2)) + ax7_1)] = (C_sum_local_reindex_ptr[(((ax5_1 * 4) + (ax6_1 * 2)) + ax7_1)] + (((float)((nv_bfloat16*)buf_dyn_shmem_ptr)[(((((((ax8_0 % 3) * 8192) + (((int)threadIdx.y) * 4096)) + ((((int)threadIdx.x) >> 5) * 1024)) + (ax6_1 * 512)) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + ax8_1)]) * ((float)((nv_bfloat16*)buf_dyn_shmem_ptr)[(((((((ax8_0 % 3) * 16384) + (ax5_1 * 512)) + ((((int)threadIdx.x) & 3) * 128)) + (ax7_1 * 64)) + ax8_1) + 24576)])));
            }
          }
        }
      }
      int cse_v6 = (ax8_0 * 64);
      int cse_v11 = ((ax8_0 + 2) % 3);
      __syncthreads();
      for (int ax0_4 = 0; ax0_4 < 128; ++ax0_4) {
        for (int ax1_4 = 0; ax1_4 < 64; ++ax1_4) {
          ((nv_bfloat16*)buf_dyn_shmem_ptr)[(((((ax8_0 + 2) % 3) * 8192) + (ax0_4 * 64)) + ax1_4)] = A_ptr[(((((((ax1_0_ax0_0_0_fused & 1) * 8388608) + (((int)blockIdx.y) * 524288)) + (ax0_4 * 4096)) + (ax8_0 * 64)) + ax1_4) + 128)];
        }
      }
      for (int ax0_5 = 0; ax0_5 < 256; ++ax0_5) {
        for (int ax1_5 = 0; ax1_5 < 64; ++ax1_5) {
          ((nv_bfloat16*)buf_dyn_shmem_ptr)[((((((ax8_0 + 2) % 3) * 16384) + (ax0_5 * 64)) + ax1_5) + 24576)] = B_ptr[(((((((ax1_0_ax0_0_0_fused >> 1) * 8388608) + (((int)blockIdx.x) * 1048576)) + (ax0_5 * 4096)) + (ax8_0 * 64)) + ax1_5) + 128)];
        }
      }
    }
    int cse_v17 = ((((int)threadIdx.y) * 4096) + ((((int)threadIdx.x) >> 5) * 1024));
    __syncthreads();
    for (int ax5_2 = 0; ax5_2 < 32; ++ax5_2) {
      for (int ax6_2 = 0; ax6_2 < 2; ++ax6_2) {
        for (int ax7_2 = 0; ax7_2 < 2; ++ax7_2) {
          for (int ax8_1_1 = 0; ax8_1_1 < 64; ++ax8_1_1) {
            int cse_v16 = (((ax5_2 * 4) + (ax6_2 * 2)) + ax7_2);
            C_sum_local_reindex_ptr[(((ax5_2 * 4) + (ax6_2 * 2)) + ax7_2)] = (C_sum_local_reindex_ptr[(((ax5_2 * 4) + (ax6_2 * 2)) + ax7_2)] + (((float)((nv_bfloat16*)buf_dyn_shmem_ptr)[((((((((int)threadIdx.y) * 4096) + ((((int)threadIdx.x) >> 5) * 1024)) + (ax6_2 * 512)) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + ax8_1_1) + 16384)]) * ((float)((nv_bfloat16*)buf_dyn_shmem_ptr)[(((((ax5_2 * 512) + ((((int)threadIdx.x) & 3) * 128)) + (ax7_2 * 64)) + ax8_1_1) + 57344)])));
          }
        }
      }
    }
    for (int ax5_3 = 0; ax5_3 < 32; ++ax5_3) {
      for (int ax6_3 = 0; ax6_3 < 2; ++ax6_3) {
        for (int ax7_3 = 0; ax7_3 < 2; ++ax7_3) {
          for (int ax8_1_2 = 0; ax8_1_2 < 64; ++ax8_1_2) {
            int cse_v18 = (((ax5_3 * 4) + (ax6_3 * 2)) + ax7_3);
            C_sum_local_reindex_ptr[(((ax5_3 * 4) + (ax6_3 * 2)) + ax7_3)] = (C_sum_local_reindex_ptr[(((ax5_3 * 4) + (ax6_3 * 2)) + ax7_3)] + (((float)((nv_bfloat16*)buf_dyn_shmem_ptr)[(((((((int)threadIdx.y) * 4096) + ((((int)threadIdx.x) >> 5) * 1024)) + (ax6_3 * 512)) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + ax8_1_2)]) * ((float)((nv_bfloat16*)buf_dyn_shmem_ptr)[(((((ax5_3 * 512) + ((((int)threadIdx.x) & 3) * 128)) + (ax7_3 * 64)) + ax8_1_2) + 24576)])));
          }
        }
      }
    }
    for (int ax5_4 = 0; ax5_4 < 32; ++ax5_4) {
      for (int ax6_4 = 0; ax6_4 < 2; ++ax6_4) {
        for (int ax7_4 = 0; ax7_4 < 2; ++ax7_4) {
          int cse_v19 = (((ax5_4 * 4) + (ax6_4 * 2)) + ax7_4);
          C_sum_local_reindex_ptr[(((ax5_4 * 4) + (ax6_4 * 2)) + ax7_4)] = C_sum_local_reindex_ptr[(((ax5_4 * 4) + (ax6_4 * 2)) + ax7_4)];
        }
      }
    }
    int cse_v7 = (((int)threadIdx.y) * 16384);
    __syncthreads();
    for (int ax5_5 = 0; ax5_5 < 32; ++ax5_5) {
      for (int ax6_5 = 0; ax6_5 < 2; ++ax6_5) {
        for (int ax7_5 = 0; ax7_5 < 2; ++ax7_5) {
          ((nv_bfloat16*)buf_dyn_shmem_ptr)[((((((((((int)threadIdx.y) * 16384) + ((((int)threadIdx.x) >> 5) * 4096)) + (ax6_5 * 2048)) + (((((int)threadIdx.x) & 31) >> 2) * 256)) + (ax5_5 * 8)) + ((((int)threadIdx.x) & 3) * 2)) + ax7_5) + 24576)] = ((nv_bfloat16)C_sum_local_reindex_ptr[(((ax5_5 * 4) + (ax6_5 * 2)) + ax7_5)]);
        }
      }
    }
    __syncthreads();
    for (int ax0_1_1 = 0; ax0_1_1 < 64; ++ax0_1_1) {
      for (int ax1_6 = 0; ax1_6 < 256; ++ax1_6) {
        C_ptr[((((((((ax1_0_ax0_0_0_fused & 1) * 8388608) + (((int)blockIdx.y) * 524288)) + (((int)threadIdx.y) * 262144)) + (ax0_1_1 * 4096)) + ((ax1_0_ax0_0_0_fused >> 1) * 2048)) + (((int)blockIdx.x) * 256)) + ax1_6)] = ((nv_bfloat16*)buf_dyn_shmem_ptr)[((((((int)threadIdx.y) * 16384) + (ax0_1_1 * 256)) + ax1_6) + 24576)];
      }
    }
  }
}
