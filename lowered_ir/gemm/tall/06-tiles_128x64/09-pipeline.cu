// gemm/tall:tiles_128x64:pipeline
// C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 256,256,16384, float16 -> float32
// why: slice k + 7 is loaded after the wgmma of slice k have started, when those of k - 1 are done
// target: cuda sm_90
// build: sm_90 alone
// launch main_kernel: grid 4 x 2 x 16, block 128 x 2 x 1, shared 0 B static + 196608 B dynamic
// launch main_kernel_1: grid 512 x 1 x 1, block 128 x 1 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(half* __restrict__ A_ptr, half* __restrict__ B_ptr, float* __restrict__ C_sum_rf_ptr) {
  extern __shared__ __align__(64) uchar buf_dyn_shmem_ptr[];
  alignas(64) float C_sum_rf_reindex_local_ptr[32];
  for (int ax6 = 0; ax6 < 8; ++ax6) {
    for (int ax7 = 0; ax7 < 2; ++ax7) {
      for (int ax8 = 0; ax8 < 2; ++ax8) {
        C_sum_rf_reindex_local_ptr[(((ax6 * 4) + (ax7 * 2)) + ax8)] = 0x0p+0f/*0.000000e+00*/;
      }
    }
  }
  int cse_v1 = (((int)blockIdx.y) * 2097152);
  int cse_v2 = (((int)blockIdx.z) * 1024);
  for (int ax0 = 0; ax0 < 128; ++ax0) {
    for (int ax1 = 0; ax1 < 64; ++ax1) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0 * 64) + ax1) + 32768)] = A_ptr[((((((int)blockIdx.y) * 2097152) + (ax0 * 16384)) + (((int)blockIdx.z) * 1024)) + ax1)];
    }
  }
  int cse_v3 = (((int)blockIdx.x) * 1048576);
  for (int ax0_1 = 0; ax0_1 < 64; ++ax0_1) {
    for (int ax1_1 = 0; ax1_1 < 64; ++ax1_1) {
      ((half*)buf_dyn_shmem_ptr)[((ax0_1 * 64) + ax1_1)] = B_ptr[((((((int)blockIdx.x) * 1048576) + (ax0_1 * 16384)) + (((int)blockIdx.z) * 1024)) + ax1_1)];
    }
  }
  for (int ax0_2 = 0; ax0_2 < 128; ++ax0_2) {
    for (int ax1_2 = 0; ax1_2 < 64; ++ax1_2) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_2 * 64) + ax1_2) + 40960)] = A_ptr[(((((((int)blockIdx.y) * 2097152) + (ax0_2 * 16384)) + (((int)blockIdx.z) * 1024)) + ax1_2) + 64)];
    }
  }
  for (int ax0_3 = 0; ax0_3 < 64; ++ax0_3) {
    for (int ax1_3 = 0; ax1_3 < 64; ++ax1_3) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_3 * 64) + ax1_3) + 4096)] = B_ptr[(((((((int)blockIdx.x) * 1048576) + (ax0_3 * 16384)) + (((int)blockIdx.z) * 1024)) + ax1_3) + 64)];
    }
  }
  for (int ax0_4 = 0; ax0_4 < 128; ++ax0_4) {
    for (int ax1_4 = 0; ax1_4 < 64; ++ax1_4) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_4 * 64) + ax1_4) + 49152)] = A_ptr[(((((((int)blockIdx.y) * 2097152) + (ax0_4 * 16384)) + (((int)blockIdx.z) * 1024)) + ax1_4) + 128)];
    }
  }
  for (int ax0_5 = 0; ax0_5 < 64; ++ax0_5) {
    for (int ax1_5 = 0; ax1_5 < 64; ++ax1_5) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_5 * 64) + ax1_5) + 8192)] = B_ptr[(((((((int)blockIdx.x) * 1048576) + (ax0_5 * 16384)) + (((int)blockIdx.z) * 1024)) + ax1_5) + 128)];
    }
  }
  for (int ax0_6 = 0; ax0_6 < 128; ++ax0_6) {
    for (int ax1_6 = 0; ax1_6 < 64; ++ax1_6) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_6 * 64) + ax1_6) + 57344)] = A_ptr[(((((((int)blockIdx.y) * 2097152) + (ax0_6 * 16384)) + (((int)blockIdx.z) * 1024)) + ax1_6) + 192)];
    }
  }
  for (int ax0_7 = 0; ax0_7 < 64; ++ax0_7) {
    for (int ax1_7 = 0; ax1_7 < 64; ++ax1_7) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_7 * 64) + ax1_7) + 12288)] = B_ptr[(((((((int)blockIdx.x) * 1048576) + (ax0_7 * 16384)) + (((int)blockIdx.z) * 1024)) + ax1_7) + 192)];
    }
  }
  for (int ax0_8 = 0; ax0_8 < 128; ++ax0_8) {
    for (int ax1_8 = 0; ax1_8 < 64; ++ax1_8) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_8 * 64) + ax1_8) + 65536)] = A_ptr[(((((((int)blockIdx.y) * 2097152) + (ax0_8 * 16384)) + (((int)blockIdx.z) * 1024)) + ax1_8) + 256)];
    }
  }
  for (int ax0_9 = 0; ax0_9 < 64; ++ax0_9) {
    for (int ax1_9 = 0; ax1_9 < 64; ++ax1_9) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_9 * 64) + ax1_9) + 16384)] = B_ptr[(((((((int)blockIdx.x) * 1048576) + (ax0_9 * 16384)) + (((int)blockIdx.z) * 1024)) + ax1_9) + 256)];
    }
  }
  for (int ax0_10 = 0; ax0_10 < 128; ++ax0_10) {
    for (int ax1_10 = 0; ax1_10 < 64; ++ax1_10) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_10 * 64) + ax1_10) + 73728)] = A_ptr[(((((((int)blockIdx.y) * 2097152) + (ax0_10 * 16384)) + (((int)blockIdx.z) * 1024)) + ax1_10) + 320)];
    }
  }
  for (int ax0_11 = 0; ax0_11 < 64; ++ax0_11) {
    for (int ax1_11 = 0; ax1_11 < 64; ++ax1_11) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_11 * 64) + ax1_11) + 20480)] = B_ptr[(((((((int)blockIdx.x) * 1048576) + (ax0_11 * 16384)) + (((int)blockIdx.z) * 1024)) + ax1_11) + 320)];
    }
  }
  for (int ax0_12 = 0; ax0_12 < 128; ++ax0_12) {
    for (int ax1_12 = 0; ax1_12 < 64; ++ax1_12) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_12 * 64) + ax1_12) + 81920)] = A_ptr[(((((((int)blockIdx.y) * 2097152) + (ax0_12 * 16384)) + (((int)blockIdx.z) * 1024)) + ax1_12) + 384)];
    }
  }
  for (int ax0_13 = 0; ax0_13 < 64; ++ax0_13) {
    for (int ax1_13 = 0; ax1_13 < 64; ++ax1_13) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_13 * 64) + ax1_13) + 24576)] = B_ptr[(((((((int)blockIdx.x) * 1048576) + (ax0_13 * 16384)) + (((int)blockIdx.z) * 1024)) + ax1_13) + 384)];
    }
  }
  int cse_v5 = (((int)threadIdx.y) * 4096);
  int cse_v6 = (((int)threadIdx.x) >> 5);
  int cse_v7 = (((int)threadIdx.x) & 3);
  int cse_v10 = ((((int)threadIdx.x) >> 5) * 1024);
  int cse_v11 = ((((int)threadIdx.x) & 31) >> 2);
  int cse_v12 = ((((int)threadIdx.x) & 3) * 128);
  int cse_v15 = (((((int)threadIdx.x) & 31) >> 2) * 64);
  for (int ax9_0 = 0; ax9_0 < 9; ++ax9_0) {
    __syncthreads();
    for (int ax6_1 = 0; ax6_1 < 8; ++ax6_1) {
      for (int ax7_1 = 0; ax7_1 < 2; ++ax7_1) {
        for (int ax8_1 = 0; ax8_1 < 2; ++ax8_1) {
          for (int ax9_1 = 0; ax9_1 < 64; ++ax9_1) {
            int cse_v4 = (ax9_0 & 7);
            int cse_v14 = (((ax6_1 * 4) + (ax7_1 * 2)) + ax8_1);
            C_sum_rf_reindex_local_ptr[(((ax6_1 * 4) + (ax7_1 * 2)) + ax8_1)] = (C_sum_rf_reindex_local_ptr[(((ax6_1 * 4) + (ax7_1 * 2)) + ax8_1)] + (((float)((half*)buf_dyn_shmem_ptr)[((((((((ax9_0 & 7) * 8192) + (((int)threadIdx.y) * 4096)) + ((((int)threadIdx.x) >> 5) * 1024)) + (ax7_1 * 512)) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + ax9_1) + 32768)]) * ((float)((half*)buf_dyn_shmem_ptr)[((((((ax9_0 & 7) * 4096) + (ax6_1 * 512)) + ((((int)threadIdx.x) & 3) * 128)) + (ax8_1 * 64)) + ax9_1)])));
          }
        }
      }
    }
    int cse_v8 = (ax9_0 * 64);
    int cse_v13 = ((ax9_0 + 7) & 7);
    __syncthreads();
    for (int ax0_14 = 0; ax0_14 < 128; ++ax0_14) {
      for (int ax1_14 = 0; ax1_14 < 64; ++ax1_14) {
        ((half*)buf_dyn_shmem_ptr)[((((((ax9_0 + 7) & 7) * 8192) + (ax0_14 * 64)) + ax1_14) + 32768)] = A_ptr[((((((((int)blockIdx.y) * 2097152) + (ax0_14 * 16384)) + (((int)blockIdx.z) * 1024)) + (ax9_0 * 64)) + ax1_14) + 448)];
      }
    }
    for (int ax0_15 = 0; ax0_15 < 64; ++ax0_15) {
      for (int ax1_15 = 0; ax1_15 < 64; ++ax1_15) {
        ((half*)buf_dyn_shmem_ptr)[(((((ax9_0 + 7) & 7) * 4096) + (ax0_15 * 64)) + ax1_15)] = B_ptr[((((((((int)blockIdx.x) * 1048576) + (ax0_15 * 16384)) + (((int)blockIdx.z) * 1024)) + (ax9_0 * 64)) + ax1_15) + 448)];
      }
    }
  }
  int cse_v17 = ((((int)threadIdx.y) * 4096) + ((((int)threadIdx.x) >> 5) * 1024));
  __syncthreads();
  for (int ax6_2 = 0; ax6_2 < 8; ++ax6_2) {
    for (int ax7_2 = 0; ax7_2 < 2; ++ax7_2) {
      for (int ax8_2 = 0; ax8_2 < 2; ++ax8_2) {
        for (int ax9_1_1 = 0; ax9_1_1 < 64; ++ax9_1_1) {
          int cse_v16 = (((ax6_2 * 4) + (ax7_2 * 2)) + ax8_2);
          C_sum_rf_reindex_local_ptr[(((ax6_2 * 4) + (ax7_2 * 2)) + ax8_2)] = (C_sum_rf_reindex_local_ptr[(((ax6_2 * 4) + (ax7_2 * 2)) + ax8_2)] + (((float)((half*)buf_dyn_shmem_ptr)[((((((((int)threadIdx.y) * 4096) + ((((int)threadIdx.x) >> 5) * 1024)) + (ax7_2 * 512)) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + ax9_1_1) + 40960)]) * ((float)((half*)buf_dyn_shmem_ptr)[(((((ax6_2 * 512) + ((((int)threadIdx.x) & 3) * 128)) + (ax8_2 * 64)) + ax9_1_1) + 4096)])));
        }
      }
    }
  }
  for (int ax6_3 = 0; ax6_3 < 8; ++ax6_3) {
    for (int ax7_3 = 0; ax7_3 < 2; ++ax7_3) {
      for (int ax8_3 = 0; ax8_3 < 2; ++ax8_3) {
        for (int ax9_1_2 = 0; ax9_1_2 < 64; ++ax9_1_2) {
          int cse_v18 = (((ax6_3 * 4) + (ax7_3 * 2)) + ax8_3);
          C_sum_rf_reindex_local_ptr[(((ax6_3 * 4) + (ax7_3 * 2)) + ax8_3)] = (C_sum_rf_reindex_local_ptr[(((ax6_3 * 4) + (ax7_3 * 2)) + ax8_3)] + (((float)((half*)buf_dyn_shmem_ptr)[((((((((int)threadIdx.y) * 4096) + ((((int)threadIdx.x) >> 5) * 1024)) + (ax7_3 * 512)) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + ax9_1_2) + 49152)]) * ((float)((half*)buf_dyn_shmem_ptr)[(((((ax6_3 * 512) + ((((int)threadIdx.x) & 3) * 128)) + (ax8_3 * 64)) + ax9_1_2) + 8192)])));
        }
      }
    }
  }
  for (int ax6_4 = 0; ax6_4 < 8; ++ax6_4) {
    for (int ax7_4 = 0; ax7_4 < 2; ++ax7_4) {
      for (int ax8_4 = 0; ax8_4 < 2; ++ax8_4) {
        for (int ax9_1_3 = 0; ax9_1_3 < 64; ++ax9_1_3) {
          int cse_v19 = (((ax6_4 * 4) + (ax7_4 * 2)) + ax8_4);
          C_sum_rf_reindex_local_ptr[(((ax6_4 * 4) + (ax7_4 * 2)) + ax8_4)] = (C_sum_rf_reindex_local_ptr[(((ax6_4 * 4) + (ax7_4 * 2)) + ax8_4)] + (((float)((half*)buf_dyn_shmem_ptr)[((((((((int)threadIdx.y) * 4096) + ((((int)threadIdx.x) >> 5) * 1024)) + (ax7_4 * 512)) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + ax9_1_3) + 57344)]) * ((float)((half*)buf_dyn_shmem_ptr)[(((((ax6_4 * 512) + ((((int)threadIdx.x) & 3) * 128)) + (ax8_4 * 64)) + ax9_1_3) + 12288)])));
        }
      }
    }
  }
  for (int ax6_5 = 0; ax6_5 < 8; ++ax6_5) {
    for (int ax7_5 = 0; ax7_5 < 2; ++ax7_5) {
      for (int ax8_5 = 0; ax8_5 < 2; ++ax8_5) {
        for (int ax9_1_4 = 0; ax9_1_4 < 64; ++ax9_1_4) {
          int cse_v20 = (((ax6_5 * 4) + (ax7_5 * 2)) + ax8_5);
          C_sum_rf_reindex_local_ptr[(((ax6_5 * 4) + (ax7_5 * 2)) + ax8_5)] = (C_sum_rf_reindex_local_ptr[(((ax6_5 * 4) + (ax7_5 * 2)) + ax8_5)] + (((float)((half*)buf_dyn_shmem_ptr)[((((((((int)threadIdx.y) * 4096) + ((((int)threadIdx.x) >> 5) * 1024)) + (ax7_5 * 512)) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + ax9_1_4) + 65536)]) * ((float)((half*)buf_dyn_shmem_ptr)[(((((ax6_5 * 512) + ((((int)threadIdx.x) & 3) * 128)) + (ax8_5 * 64)) + ax9_1_4) + 16384)])));
        }
      }
    }
  }
  for (int ax6_6 = 0; ax6_6 < 8; ++ax6_6) {
    for (int ax7_6 = 0; ax7_6 < 2; ++ax7_6) {
      for (int ax8_6 = 0; ax8_6 < 2; ++ax8_6) {
        for (int ax9_1_5 = 0; ax9_1_5 < 64; ++ax9_1_5) {
          int cse_v21 = (((ax6_6 * 4) + (ax7_6 * 2)) + ax8_6);
          C_sum_rf_reindex_local_ptr[(((ax6_6 * 4) + (ax7_6 * 2)) + ax8_6)] = (C_sum_rf_reindex_local_ptr[(((ax6_6 * 4) + (ax7_6 * 2)) + ax8_6)] + (((float)((half*)buf_dyn_shmem_ptr)[((((((((int)threadIdx.y) * 4096) + ((((int)threadIdx.x) >> 5) * 1024)) + (ax7_6 * 512)) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + ax9_1_5) + 73728)]) * ((float)((half*)buf_dyn_shmem_ptr)[(((((ax6_6 * 512) + ((((int)threadIdx.x) & 3) * 128)) + (ax8_6 * 64)) + ax9_1_5) + 20480)])));
        }
      }
    }
  }
  for (int ax6_7 = 0; ax6_7 < 8; ++ax6_7) {
    for (int ax7_7 = 0; ax7_7 < 2; ++ax7_7) {
      for (int ax8_7 = 0; ax8_7 < 2; ++ax8_7) {
        for (int ax9_1_6 = 0; ax9_1_6 < 64; ++ax9_1_6) {
          int cse_v22 = (((ax6_7 * 4) + (ax7_7 * 2)) + ax8_7);
          C_sum_rf_reindex_local_ptr[(((ax6_7 * 4) + (ax7_7 * 2)) + ax8_7)] = (C_sum_rf_reindex_local_ptr[(((ax6_7 * 4) + (ax7_7 * 2)) + ax8_7)] + (((float)((half*)buf_dyn_shmem_ptr)[((((((((int)threadIdx.y) * 4096) + ((((int)threadIdx.x) >> 5) * 1024)) + (ax7_7 * 512)) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + ax9_1_6) + 81920)]) * ((float)((half*)buf_dyn_shmem_ptr)[(((((ax6_7 * 512) + ((((int)threadIdx.x) & 3) * 128)) + (ax8_7 * 64)) + ax9_1_6) + 24576)])));
        }
      }
    }
  }
  for (int ax6_8 = 0; ax6_8 < 8; ++ax6_8) {
    for (int ax7_8 = 0; ax7_8 < 2; ++ax7_8) {
      for (int ax8_8 = 0; ax8_8 < 2; ++ax8_8) {
        for (int ax9_1_7 = 0; ax9_1_7 < 64; ++ax9_1_7) {
          int cse_v23 = (((ax6_8 * 4) + (ax7_8 * 2)) + ax8_8);
          C_sum_rf_reindex_local_ptr[(((ax6_8 * 4) + (ax7_8 * 2)) + ax8_8)] = (C_sum_rf_reindex_local_ptr[(((ax6_8 * 4) + (ax7_8 * 2)) + ax8_8)] + (((float)((half*)buf_dyn_shmem_ptr)[((((((((int)threadIdx.y) * 4096) + ((((int)threadIdx.x) >> 5) * 1024)) + (ax7_8 * 512)) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + ax9_1_7) + 90112)]) * ((float)((half*)buf_dyn_shmem_ptr)[(((((ax6_8 * 512) + ((((int)threadIdx.x) & 3) * 128)) + (ax8_8 * 64)) + ax9_1_7) + 28672)])));
        }
      }
    }
  }
  for (int ax6_9 = 0; ax6_9 < 8; ++ax6_9) {
    for (int ax7_9 = 0; ax7_9 < 2; ++ax7_9) {
      for (int ax8_9 = 0; ax8_9 < 2; ++ax8_9) {
        int cse_v24 = (((ax6_9 * 4) + (ax7_9 * 2)) + ax8_9);
        C_sum_rf_reindex_local_ptr[(((ax6_9 * 4) + (ax7_9 * 2)) + ax8_9)] = C_sum_rf_reindex_local_ptr[(((ax6_9 * 4) + (ax7_9 * 2)) + ax8_9)];
      }
    }
  }
  for (int ax6_10 = 0; ax6_10 < 8; ++ax6_10) {
    for (int ax7_10 = 0; ax7_10 < 2; ++ax7_10) {
      *(float2*)(C_sum_rf_ptr + (((((((((((int)blockIdx.z) * 65536) + (((int)blockIdx.y) * 32768)) + (((int)threadIdx.y) * 16384)) + ((((int)threadIdx.x) >> 5) * 4096)) + (ax7_10 * 2048)) + (((((int)threadIdx.x) & 31) >> 2) * 256)) + (((int)blockIdx.x) * 64)) + (ax6_10 * 8)) + ((((int)threadIdx.x) & 3) * 2))) = *(float2*)(C_sum_rf_reindex_local_ptr + ((ax6_10 * 4) + (ax7_10 * 2)));
    }
  }
}

extern "C" __global__ void __launch_bounds__(128) main_kernel_1(half* __restrict__ C_ptr, float* __restrict__ C_sum_rf_ptr) {
  alignas(64) float C_sum_local_ptr[1];
  C_sum_local_ptr[0] = 0x0p+0f/*0.000000e+00*/;
  int cse_v9 = (((int)blockIdx.x) * 128);
  #pragma unroll
  for (int k_0 = 0; k_0 < 16; ++k_0) {
    C_sum_local_ptr[0] = (C_sum_local_ptr[0] + C_sum_rf_ptr[(((k_0 * 65536) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x))]);
  }
  C_ptr[((((int)blockIdx.x) * 128) + ((int)threadIdx.x))] = ((half)C_sum_local_ptr[0]);
}
