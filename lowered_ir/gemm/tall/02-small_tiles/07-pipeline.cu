// gemm/tall:small_tiles:pipeline
// C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 256,256,16384, float16 -> float32
// why: slice k + 7 is loaded after the wgmma of slice k have started, when those of k - 1 are done
// target: cuda sm_90
// build: sm_90 alone
// launch main_kernel: grid 4 x 4 x 1, block 128 x 1 x 1, shared 0 B static + 131072 B dynamic

extern "C" __global__ void __launch_bounds__(128) main_kernel(half* __restrict__ A_ptr, half* __restrict__ B_ptr, half* __restrict__ C_ptr) {
  extern __shared__ __align__(64) uchar buf_dyn_shmem_ptr[];
  alignas(64) float C_sum_local_reindex_ptr[32];
  for (int ax5 = 0; ax5 < 8; ++ax5) {
    for (int ax6 = 0; ax6 < 2; ++ax6) {
      for (int ax7 = 0; ax7 < 2; ++ax7) {
        C_sum_local_reindex_ptr[(((ax5 * 4) + (ax6 * 2)) + ax7)] = 0x0p+0f/*0.000000e+00*/;
      }
    }
  }
  int cse_v1 = (((int)blockIdx.y) * 1048576);
  for (int ax0 = 0; ax0 < 64; ++ax0) {
    for (int ax1 = 0; ax1 < 64; ++ax1) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0 * 64) + ax1) + 32768)] = A_ptr[(((((int)blockIdx.y) * 1048576) + (ax0 * 16384)) + ax1)];
    }
  }
  int cse_v2 = (((int)blockIdx.x) * 1048576);
  for (int ax0_1 = 0; ax0_1 < 64; ++ax0_1) {
    for (int ax1_1 = 0; ax1_1 < 64; ++ax1_1) {
      ((half*)buf_dyn_shmem_ptr)[((ax0_1 * 64) + ax1_1)] = B_ptr[(((((int)blockIdx.x) * 1048576) + (ax0_1 * 16384)) + ax1_1)];
    }
  }
  for (int ax0_2 = 0; ax0_2 < 64; ++ax0_2) {
    for (int ax1_2 = 0; ax1_2 < 64; ++ax1_2) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_2 * 64) + ax1_2) + 36864)] = A_ptr[((((((int)blockIdx.y) * 1048576) + (ax0_2 * 16384)) + ax1_2) + 64)];
    }
  }
  for (int ax0_3 = 0; ax0_3 < 64; ++ax0_3) {
    for (int ax1_3 = 0; ax1_3 < 64; ++ax1_3) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_3 * 64) + ax1_3) + 4096)] = B_ptr[((((((int)blockIdx.x) * 1048576) + (ax0_3 * 16384)) + ax1_3) + 64)];
    }
  }
  for (int ax0_4 = 0; ax0_4 < 64; ++ax0_4) {
    for (int ax1_4 = 0; ax1_4 < 64; ++ax1_4) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_4 * 64) + ax1_4) + 40960)] = A_ptr[((((((int)blockIdx.y) * 1048576) + (ax0_4 * 16384)) + ax1_4) + 128)];
    }
  }
  for (int ax0_5 = 0; ax0_5 < 64; ++ax0_5) {
    for (int ax1_5 = 0; ax1_5 < 64; ++ax1_5) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_5 * 64) + ax1_5) + 8192)] = B_ptr[((((((int)blockIdx.x) * 1048576) + (ax0_5 * 16384)) + ax1_5) + 128)];
    }
  }
  for (int ax0_6 = 0; ax0_6 < 64; ++ax0_6) {
    for (int ax1_6 = 0; ax1_6 < 64; ++ax1_6) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_6 * 64) + ax1_6) + 45056)] = A_ptr[((((((int)blockIdx.y) * 1048576) + (ax0_6 * 16384)) + ax1_6) + 192)];
    }
  }
  for (int ax0_7 = 0; ax0_7 < 64; ++ax0_7) {
    for (int ax1_7 = 0; ax1_7 < 64; ++ax1_7) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_7 * 64) + ax1_7) + 12288)] = B_ptr[((((((int)blockIdx.x) * 1048576) + (ax0_7 * 16384)) + ax1_7) + 192)];
    }
  }
  for (int ax0_8 = 0; ax0_8 < 64; ++ax0_8) {
    for (int ax1_8 = 0; ax1_8 < 64; ++ax1_8) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_8 * 64) + ax1_8) + 49152)] = A_ptr[((((((int)blockIdx.y) * 1048576) + (ax0_8 * 16384)) + ax1_8) + 256)];
    }
  }
  for (int ax0_9 = 0; ax0_9 < 64; ++ax0_9) {
    for (int ax1_9 = 0; ax1_9 < 64; ++ax1_9) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_9 * 64) + ax1_9) + 16384)] = B_ptr[((((((int)blockIdx.x) * 1048576) + (ax0_9 * 16384)) + ax1_9) + 256)];
    }
  }
  for (int ax0_10 = 0; ax0_10 < 64; ++ax0_10) {
    for (int ax1_10 = 0; ax1_10 < 64; ++ax1_10) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_10 * 64) + ax1_10) + 53248)] = A_ptr[((((((int)blockIdx.y) * 1048576) + (ax0_10 * 16384)) + ax1_10) + 320)];
    }
  }
  for (int ax0_11 = 0; ax0_11 < 64; ++ax0_11) {
    for (int ax1_11 = 0; ax1_11 < 64; ++ax1_11) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_11 * 64) + ax1_11) + 20480)] = B_ptr[((((((int)blockIdx.x) * 1048576) + (ax0_11 * 16384)) + ax1_11) + 320)];
    }
  }
  for (int ax0_12 = 0; ax0_12 < 64; ++ax0_12) {
    for (int ax1_12 = 0; ax1_12 < 64; ++ax1_12) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_12 * 64) + ax1_12) + 57344)] = A_ptr[((((((int)blockIdx.y) * 1048576) + (ax0_12 * 16384)) + ax1_12) + 384)];
    }
  }
  for (int ax0_13 = 0; ax0_13 < 64; ++ax0_13) {
    for (int ax1_13 = 0; ax1_13 < 64; ++ax1_13) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_13 * 64) + ax1_13) + 24576)] = B_ptr[((((((int)blockIdx.x) * 1048576) + (ax0_13 * 16384)) + ax1_13) + 384)];
    }
  }
  int cse_v3 = (((int)threadIdx.x) >> 5);
  int cse_v4 = (((int)threadIdx.x) & 3);
  int cse_v8 = ((((int)threadIdx.x) >> 5) * 1024);
  int cse_v9 = ((((int)threadIdx.x) & 31) >> 2);
  int cse_v10 = ((((int)threadIdx.x) & 3) * 128);
  int cse_v13 = (((((int)threadIdx.x) & 31) >> 2) * 64);
  for (int ax8_0 = 0; ax8_0 < 249; ++ax8_0) {
    __syncthreads();
    for (int ax5_1 = 0; ax5_1 < 8; ++ax5_1) {
      for (int ax6_1 = 0; ax6_1 < 2; ++ax6_1) {
        for (int ax7_1 = 0; ax7_1 < 2; ++ax7_1) {
          for (int ax8_1 = 0; ax8_1 < 64; ++ax8_1) {
            int cse_v7 = ((ax8_0 & 7) * 4096);
            int cse_v12 = (((ax5_1 * 4) + (ax6_1 * 2)) + ax7_1);
            C_sum_local_reindex_ptr[(((ax5_1 * 4) + (ax6_1 * 2)) + ax7_1)] = (C_sum_local_reindex_ptr[(((ax5_1 * 4) + (ax6_1 * 2)) + ax7_1)] + (((float)((half*)buf_dyn_shmem_ptr)[(((((((ax8_0 & 7) * 4096) + ((((int)threadIdx.x) >> 5) * 1024)) + (ax6_1 * 512)) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + ax8_1) + 32768)]) * ((float)((half*)buf_dyn_shmem_ptr)[((((((ax8_0 & 7) * 4096) + (ax5_1 * 512)) + ((((int)threadIdx.x) & 3) * 128)) + (ax7_1 * 64)) + ax8_1)])));
          }
        }
      }
    }
    int cse_v5 = (ax8_0 * 64);
    int cse_v14 = (((ax8_0 + 7) & 7) * 4096);
    __syncthreads();
    for (int ax0_14 = 0; ax0_14 < 64; ++ax0_14) {
      for (int ax1_14 = 0; ax1_14 < 64; ++ax1_14) {
        ((half*)buf_dyn_shmem_ptr)[((((((ax8_0 + 7) & 7) * 4096) + (ax0_14 * 64)) + ax1_14) + 32768)] = A_ptr[(((((((int)blockIdx.y) * 1048576) + (ax0_14 * 16384)) + (ax8_0 * 64)) + ax1_14) + 448)];
      }
    }
    for (int ax0_15 = 0; ax0_15 < 64; ++ax0_15) {
      for (int ax1_15 = 0; ax1_15 < 64; ++ax1_15) {
        ((half*)buf_dyn_shmem_ptr)[(((((ax8_0 + 7) & 7) * 4096) + (ax0_15 * 64)) + ax1_15)] = B_ptr[(((((((int)blockIdx.x) * 1048576) + (ax0_15 * 16384)) + (ax8_0 * 64)) + ax1_15) + 448)];
      }
    }
  }
  __syncthreads();
  for (int ax5_2 = 0; ax5_2 < 8; ++ax5_2) {
    for (int ax6_2 = 0; ax6_2 < 2; ++ax6_2) {
      for (int ax7_2 = 0; ax7_2 < 2; ++ax7_2) {
        for (int ax8_1_1 = 0; ax8_1_1 < 64; ++ax8_1_1) {
          int cse_v15 = (((ax5_2 * 4) + (ax6_2 * 2)) + ax7_2);
          C_sum_local_reindex_ptr[(((ax5_2 * 4) + (ax6_2 * 2)) + ax7_2)] = (C_sum_local_reindex_ptr[(((ax5_2 * 4) + (ax6_2 * 2)) + ax7_2)] + (((float)((half*)buf_dyn_shmem_ptr)[((((((((int)threadIdx.x) >> 5) * 1024) + (ax6_2 * 512)) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + ax8_1_1) + 36864)]) * ((float)((half*)buf_dyn_shmem_ptr)[(((((ax5_2 * 512) + ((((int)threadIdx.x) & 3) * 128)) + (ax7_2 * 64)) + ax8_1_1) + 4096)])));
        }
      }
    }
  }
  for (int ax5_3 = 0; ax5_3 < 8; ++ax5_3) {
    for (int ax6_3 = 0; ax6_3 < 2; ++ax6_3) {
      for (int ax7_3 = 0; ax7_3 < 2; ++ax7_3) {
        for (int ax8_1_2 = 0; ax8_1_2 < 64; ++ax8_1_2) {
          int cse_v16 = (((ax5_3 * 4) + (ax6_3 * 2)) + ax7_3);
          C_sum_local_reindex_ptr[(((ax5_3 * 4) + (ax6_3 * 2)) + ax7_3)] = (C_sum_local_reindex_ptr[(((ax5_3 * 4) + (ax6_3 * 2)) + ax7_3)] + (((float)((half*)buf_dyn_shmem_ptr)[((((((((int)threadIdx.x) >> 5) * 1024) + (ax6_3 * 512)) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + ax8_1_2) + 40960)]) * ((float)((half*)buf_dyn_shmem_ptr)[(((((ax5_3 * 512) + ((((int)threadIdx.x) & 3) * 128)) + (ax7_3 * 64)) + ax8_1_2) + 8192)])));
        }
      }
    }
  }
  for (int ax5_4 = 0; ax5_4 < 8; ++ax5_4) {
    for (int ax6_4 = 0; ax6_4 < 2; ++ax6_4) {
      for (int ax7_4 = 0; ax7_4 < 2; ++ax7_4) {
        for (int ax8_1_3 = 0; ax8_1_3 < 64; ++ax8_1_3) {
          int cse_v17 = (((ax5_4 * 4) + (ax6_4 * 2)) + ax7_4);
          C_sum_local_reindex_ptr[(((ax5_4 * 4) + (ax6_4 * 2)) + ax7_4)] = (C_sum_local_reindex_ptr[(((ax5_4 * 4) + (ax6_4 * 2)) + ax7_4)] + (((float)((half*)buf_dyn_shmem_ptr)[((((((((int)threadIdx.x) >> 5) * 1024) + (ax6_4 * 512)) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + ax8_1_3) + 45056)]) * ((float)((half*)buf_dyn_shmem_ptr)[(((((ax5_4 * 512) + ((((int)threadIdx.x) & 3) * 128)) + (ax7_4 * 64)) + ax8_1_3) + 12288)])));
        }
      }
    }
  }
  for (int ax5_5 = 0; ax5_5 < 8; ++ax5_5) {
    for (int ax6_5 = 0; ax6_5 < 2; ++ax6_5) {
      for (int ax7_5 = 0; ax7_5 < 2; ++ax7_5) {
        for (int ax8_1_4 = 0; ax8_1_4 < 64; ++ax8_1_4) {
          int cse_v18 = (((ax5_5 * 4) + (ax6_5 * 2)) + ax7_5);
          C_sum_local_reindex_ptr[(((ax5_5 * 4) + (ax6_5 * 2)) + ax7_5)] = (C_sum_local_reindex_ptr[(((ax5_5 * 4) + (ax6_5 * 2)) + ax7_5)] + (((float)((half*)buf_dyn_shmem_ptr)[((((((((int)threadIdx.x) >> 5) * 1024) + (ax6_5 * 512)) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + ax8_1_4) + 49152)]) * ((float)((half*)buf_dyn_shmem_ptr)[(((((ax5_5 * 512) + ((((int)threadIdx.x) & 3) * 128)) + (ax7_5 * 64)) + ax8_1_4) + 16384)])));
        }
      }
    }
  }
  for (int ax5_6 = 0; ax5_6 < 8; ++ax5_6) {
    for (int ax6_6 = 0; ax6_6 < 2; ++ax6_6) {
      for (int ax7_6 = 0; ax7_6 < 2; ++ax7_6) {
        for (int ax8_1_5 = 0; ax8_1_5 < 64; ++ax8_1_5) {
          int cse_v19 = (((ax5_6 * 4) + (ax6_6 * 2)) + ax7_6);
          C_sum_local_reindex_ptr[(((ax5_6 * 4) + (ax6_6 * 2)) + ax7_6)] = (C_sum_local_reindex_ptr[(((ax5_6 * 4) + (ax6_6 * 2)) + ax7_6)] + (((float)((half*)buf_dyn_shmem_ptr)[((((((((int)threadIdx.x) >> 5) * 1024) + (ax6_6 * 512)) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + ax8_1_5) + 53248)]) * ((float)((half*)buf_dyn_shmem_ptr)[(((((ax5_6 * 512) + ((((int)threadIdx.x) & 3) * 128)) + (ax7_6 * 64)) + ax8_1_5) + 20480)])));
        }
      }
    }
  }
  for (int ax5_7 = 0; ax5_7 < 8; ++ax5_7) {
    for (int ax6_7 = 0; ax6_7 < 2; ++ax6_7) {
      for (int ax7_7 = 0; ax7_7 < 2; ++ax7_7) {
        for (int ax8_1_6 = 0; ax8_1_6 < 64; ++ax8_1_6) {
          int cse_v20 = (((ax5_7 * 4) + (ax6_7 * 2)) + ax7_7);
          C_sum_local_reindex_ptr[(((ax5_7 * 4) + (ax6_7 * 2)) + ax7_7)] = (C_sum_local_reindex_ptr[(((ax5_7 * 4) + (ax6_7 * 2)) + ax7_7)] + (((float)((half*)buf_dyn_shmem_ptr)[((((((((int)threadIdx.x) >> 5) * 1024) + (ax6_7 * 512)) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + ax8_1_6) + 57344)]) * ((float)((half*)buf_dyn_shmem_ptr)[(((((ax5_7 * 512) + ((((int)threadIdx.x) & 3) * 128)) + (ax7_7 * 64)) + ax8_1_6) + 24576)])));
        }
      }
    }
  }
  for (int ax5_8 = 0; ax5_8 < 8; ++ax5_8) {
    for (int ax6_8 = 0; ax6_8 < 2; ++ax6_8) {
      for (int ax7_8 = 0; ax7_8 < 2; ++ax7_8) {
        for (int ax8_1_7 = 0; ax8_1_7 < 64; ++ax8_1_7) {
          int cse_v21 = (((ax5_8 * 4) + (ax6_8 * 2)) + ax7_8);
          C_sum_local_reindex_ptr[(((ax5_8 * 4) + (ax6_8 * 2)) + ax7_8)] = (C_sum_local_reindex_ptr[(((ax5_8 * 4) + (ax6_8 * 2)) + ax7_8)] + (((float)((half*)buf_dyn_shmem_ptr)[((((((((int)threadIdx.x) >> 5) * 1024) + (ax6_8 * 512)) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + ax8_1_7) + 61440)]) * ((float)((half*)buf_dyn_shmem_ptr)[(((((ax5_8 * 512) + ((((int)threadIdx.x) & 3) * 128)) + (ax7_8 * 64)) + ax8_1_7) + 28672)])));
        }
      }
    }
  }
  for (int ax5_9 = 0; ax5_9 < 8; ++ax5_9) {
    for (int ax6_9 = 0; ax6_9 < 2; ++ax6_9) {
      for (int ax7_9 = 0; ax7_9 < 2; ++ax7_9) {
        int cse_v22 = (((ax5_9 * 4) + (ax6_9 * 2)) + ax7_9);
        C_sum_local_reindex_ptr[(((ax5_9 * 4) + (ax6_9 * 2)) + ax7_9)] = C_sum_local_reindex_ptr[(((ax5_9 * 4) + (ax6_9 * 2)) + ax7_9)];
      }
    }
  }
  __syncthreads();
  for (int ax5_10 = 0; ax5_10 < 8; ++ax5_10) {
    for (int ax6_10 = 0; ax6_10 < 2; ++ax6_10) {
      half2 __1;
      float2 v_ = *(float2*)(C_sum_local_reindex_ptr + ((ax5_10 * 4) + (ax6_10 * 2)));
      __1.x = (half)(v_.x);
      __1.y = (half)(v_.y);
      *(half2*)(((half*)buf_dyn_shmem_ptr) + (((((((((int)threadIdx.x) >> 5) * 1152) + (ax6_10 * 576)) + (((((int)threadIdx.x) & 31) >> 2) * 72)) + (ax5_10 * 8)) + ((((int)threadIdx.x) & 3) * 2)) + 32768)) = __1;
    }
  }
  __syncthreads();
  for (int ax0_ax1_fused_0 = 0; ax0_ax1_fused_0 < 4; ++ax0_ax1_fused_0) {
    int cse_v6 = (((int)threadIdx.x) >> 3);
    int cse_v11 = ((((int)threadIdx.x) & 7) * 8);
    *(uint4*)(C_ptr + (((((((int)blockIdx.y) * 16384) + (ax0_ax1_fused_0 * 4096)) + ((((int)threadIdx.x) >> 3) * 256)) + (((int)blockIdx.x) * 64)) + ((((int)threadIdx.x) & 7) * 8))) = *(uint4*)(((half*)buf_dyn_shmem_ptr) + ((((ax0_ax1_fused_0 * 1152) + ((((int)threadIdx.x) >> 3) * 72)) + ((((int)threadIdx.x) & 7) * 8)) + 32768));
  }
}
