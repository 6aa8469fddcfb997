// gemm/tall:split_k:pipeline
// C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 256,256,16384, float16 -> float32
// why: slice k + 5 is loaded after the wgmma of slice k have started, when those of k - 1 are done
// target: cuda sm_90
// build: sm_90 alone
// launch main_kernel: grid 2 x 2 x 32, block 128 x 2 x 1, shared 0 B static + 196608 B dynamic
// launch main_kernel_1: grid 512 x 1 x 1, block 128 x 1 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(half* __restrict__ A_ptr, half* __restrict__ B_ptr, float* __restrict__ C_sum_rf_ptr) {
  extern __shared__ __align__(64) uchar buf_dyn_shmem_ptr[];
  alignas(64) float C_sum_rf_reindex_local_ptr[64];
  for (int ax6 = 0; ax6 < 16; ++ax6) {
    for (int ax7 = 0; ax7 < 2; ++ax7) {
      for (int ax8 = 0; ax8 < 2; ++ax8) {
        C_sum_rf_reindex_local_ptr[(((ax6 * 4) + (ax7 * 2)) + ax8)] = 0x0p+0f/*0.000000e+00*/;
      }
    }
  }
  int cse_v1 = (((int)blockIdx.y) * 2097152);
  int cse_v2 = (((int)blockIdx.z) * 512);
  for (int ax0 = 0; ax0 < 128; ++ax0) {
    for (int ax1 = 0; ax1 < 64; ++ax1) {
      ((half*)buf_dyn_shmem_ptr)[((ax0 * 64) + ax1)] = A_ptr[((((((int)blockIdx.y) * 2097152) + (ax0 * 16384)) + (((int)blockIdx.z) * 512)) + ax1)];
    }
  }
  int cse_v3 = (((int)blockIdx.x) * 2097152);
  for (int ax0_1 = 0; ax0_1 < 128; ++ax0_1) {
    for (int ax1_1 = 0; ax1_1 < 64; ++ax1_1) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_1 * 64) + ax1_1) + 49152)] = B_ptr[((((((int)blockIdx.x) * 2097152) + (ax0_1 * 16384)) + (((int)blockIdx.z) * 512)) + ax1_1)];
    }
  }
  for (int ax0_2 = 0; ax0_2 < 128; ++ax0_2) {
    for (int ax1_2 = 0; ax1_2 < 64; ++ax1_2) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_2 * 64) + ax1_2) + 8192)] = A_ptr[(((((((int)blockIdx.y) * 2097152) + (ax0_2 * 16384)) + (((int)blockIdx.z) * 512)) + ax1_2) + 64)];
    }
  }
  for (int ax0_3 = 0; ax0_3 < 128; ++ax0_3) {
    for (int ax1_3 = 0; ax1_3 < 64; ++ax1_3) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_3 * 64) + ax1_3) + 57344)] = B_ptr[(((((((int)blockIdx.x) * 2097152) + (ax0_3 * 16384)) + (((int)blockIdx.z) * 512)) + ax1_3) + 64)];
    }
  }
  for (int ax0_4 = 0; ax0_4 < 128; ++ax0_4) {
    for (int ax1_4 = 0; ax1_4 < 64; ++ax1_4) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_4 * 64) + ax1_4) + 16384)] = A_ptr[(((((((int)blockIdx.y) * 2097152) + (ax0_4 * 16384)) + (((int)blockIdx.z) * 512)) + ax1_4) + 128)];
    }
  }
  for (int ax0_5 = 0; ax0_5 < 128; ++ax0_5) {
    for (int ax1_5 = 0; ax1_5 < 64; ++ax1_5) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_5 * 64) + ax1_5) + 65536)] = B_ptr[(((((((int)blockIdx.x) * 2097152) + (ax0_5 * 16384)) + (((int)blockIdx.z) * 512)) + ax1_5) + 128)];
    }
  }
  for (int ax0_6 = 0; ax0_6 < 128; ++ax0_6) {
    for (int ax1_6 = 0; ax1_6 < 64; ++ax1_6) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_6 * 64) + ax1_6) + 24576)] = A_ptr[(((((((int)blockIdx.y) * 2097152) + (ax0_6 * 16384)) + (((int)blockIdx.z) * 512)) + ax1_6) + 192)];
    }
  }
  for (int ax0_7 = 0; ax0_7 < 128; ++ax0_7) {
    for (int ax1_7 = 0; ax1_7 < 64; ++ax1_7) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_7 * 64) + ax1_7) + 73728)] = B_ptr[(((((((int)blockIdx.x) * 2097152) + (ax0_7 * 16384)) + (((int)blockIdx.z) * 512)) + ax1_7) + 192)];
    }
  }
  for (int ax0_8 = 0; ax0_8 < 128; ++ax0_8) {
    for (int ax1_8 = 0; ax1_8 < 64; ++ax1_8) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_8 * 64) + ax1_8) + 32768)] = A_ptr[(((((((int)blockIdx.y) * 2097152) + (ax0_8 * 16384)) + (((int)blockIdx.z) * 512)) + ax1_8) + 256)];
    }
  }
  for (int ax0_9 = 0; ax0_9 < 128; ++ax0_9) {
    for (int ax1_9 = 0; ax1_9 < 64; ++ax1_9) {
      ((half*)buf_dyn_shmem_ptr)[(((ax0_9 * 64) + ax1_9) + 81920)] = B_ptr[(((((((int)blockIdx.x) * 2097152) + (ax0_9 * 16384)) + (((int)blockIdx.z) * 512)) + ax1_9) + 256)];
    }
  }
  int cse_v5 = (((int)threadIdx.y) * 4096);
  int cse_v6 = (((int)threadIdx.x) >> 5);
  int cse_v7 = (((int)threadIdx.x) & 3);
  int cse_v10 = ((((int)threadIdx.x) >> 5) * 1024);
  int cse_v11 = ((((int)threadIdx.x) & 31) >> 2);
  int cse_v12 = ((((int)threadIdx.x) & 3) * 128);
  int cse_v14 = (((((int)threadIdx.x) & 31) >> 2) * 64);
  for (int ax9_0 = 0; ax9_0 < 3; ++ax9_0) {
    __syncthreads();
    for (int ax6_1 = 0; ax6_1 < 16; ++ax6_1) {
      for (int ax7_1 = 0; ax7_1 < 2; ++ax7_1) {
        for (int ax8_1 = 0; ax8_1 < 2; ++ax8_1) {
          for (int ax9_1 = 0; ax9_1 < 64; ++ax9_1) {
            int cse_v4 = (ax9_0 * 8192);
            int cse_v13 = (((ax6_1 * 4) + (ax7_1 * 2)) + ax8_1);
            C_sum_rf_reindex_local_ptr[(((ax6_1 * 4) + (ax7_1 * 2)) + ax8_1)] = (C_sum_rf_reindex_local_ptr[(((ax6_1 * 4) + (ax7_1 * 2)) + ax8_1)] + (((float)((half*)buf_dyn_shmem_ptr)[((((((ax9_0 * 8192) + (((int)threadIdx.y) * 4096)) + ((((int)threadIdx.x) >> 5) * 1024)) + (ax7_1 * 512)) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + ax9_1)]) * ((float)((half*)buf_dyn_shmem_ptr)[((((((ax9_0 * 8192) + (ax6_1 * 512)) + ((((int)threadIdx.x) & 3) * 128)) + (ax8_1 * 64)) + ax9_1) + 49152)])));
          }
        }
      }
    }
    int cse_v8 = (ax9_0 * 64);
    int cse_v15 = (((ax9_0 + 5) % 6) * 8192);
    __syncthreads();
    for (int ax0_10 = 0; ax0_10 < 128; ++ax0_10) {
      for (int ax1_10 = 0; ax1_10 < 64; ++ax1_10) {
        ((half*)buf_dyn_shmem_ptr)[(((((ax9_0 + 5) % 6) * 8192) + (ax0_10 * 64)) + ax1_10)] = A_ptr[((((((((int)blockIdx.y) * 2097152) + (ax0_10 * 16384)) + (((int)blockIdx.z) * 512)) + (ax9_0 * 64)) + ax1_10) + 320)];
      }
    }
    for (int ax0_11 = 0; ax0_11 < 128; ++ax0_11) {
      for (int ax1_11 = 0; ax1_11 < 64; ++ax1_11) {
        ((half*)buf_dyn_shmem_ptr)[((((((ax9_0 + 5) % 6) * 8192) + (ax0_11 * 64)) + ax1_11) + 49152)] = B_ptr[((((((((int)blockIdx.x) * 2097152) + (ax0_11 * 16384)) + (((int)blockIdx.z) * 512)) + (ax9_0 * 64)) + ax1_11) + 320)];
      }
    }
  }
  int cse_v17 = ((((int)threadIdx.y) * 4096) + ((((int)threadIdx.x) >> 5) * 1024));
  __syncthreads();
  for (int ax6_2 = 0; ax6_2 < 16; ++ax6_2) {
    for (int ax7_2 = 0; ax7_2 < 2; ++ax7_2) {
      for (int ax8_2 = 0; ax8_2 < 2; ++ax8_2) {
        for (int ax9_1_1 = 0; ax9_1_1 < 64; ++ax9_1_1) {
          int cse_v16 = (((ax6_2 * 4) + (ax7_2 * 2)) + ax8_2);
          C_sum_rf_reindex_local_ptr[(((ax6_2 * 4) + (ax7_2 * 2)) + ax8_2)] = (C_sum_rf_reindex_local_ptr[(((ax6_2 * 4) + (ax7_2 * 2)) + ax8_2)] + (((float)((half*)buf_dyn_shmem_ptr)[((((((((int)threadIdx.y) * 4096) + ((((int)threadIdx.x) >> 5) * 1024)) + (ax7_2 * 512)) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + ax9_1_1) + 24576)]) * ((float)((half*)buf_dyn_shmem_ptr)[(((((ax6_2 * 512) + ((((int)threadIdx.x) & 3) * 128)) + (ax8_2 * 64)) + ax9_1_1) + 73728)])));
        }
      }
    }
  }
  for (int ax6_3 = 0; ax6_3 < 16; ++ax6_3) {
    for (int ax7_3 = 0; ax7_3 < 2; ++ax7_3) {
      for (int ax8_3 = 0; ax8_3 < 2; ++ax8_3) {
        for (int ax9_1_2 = 0; ax9_1_2 < 64; ++ax9_1_2) {
          int cse_v18 = (((ax6_3 * 4) + (ax7_3 * 2)) + ax8_3);
          C_sum_rf_reindex_local_ptr[(((ax6_3 * 4) + (ax7_3 * 2)) + ax8_3)] = (C_sum_rf_reindex_local_ptr[(((ax6_3 * 4) + (ax7_3 * 2)) + ax8_3)] + (((float)((half*)buf_dyn_shmem_ptr)[((((((((int)threadIdx.y) * 4096) + ((((int)threadIdx.x) >> 5) * 1024)) + (ax7_3 * 512)) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + ax9_1_2) + 32768)]) * ((float)((half*)buf_dyn_shmem_ptr)[(((((ax6_3 * 512) + ((((int)threadIdx.x) & 3) * 128)) + (ax8_3 * 64)) + ax9_1_2) + 81920)])));
        }
      }
    }
  }
  for (int ax6_4 = 0; ax6_4 < 16; ++ax6_4) {
    for (int ax7_4 = 0; ax7_4 < 2; ++ax7_4) {
      for (int ax8_4 = 0; ax8_4 < 2; ++ax8_4) {
        for (int ax9_1_3 = 0; ax9_1_3 < 64; ++ax9_1_3) {
          int cse_v19 = (((ax6_4 * 4) + (ax7_4 * 2)) + ax8_4);
          C_sum_rf_reindex_local_ptr[(((ax6_4 * 4) + (ax7_4 * 2)) + ax8_4)] = (C_sum_rf_reindex_local_ptr[(((ax6_4 * 4) + (ax7_4 * 2)) + ax8_4)] + (((float)((half*)buf_dyn_shmem_ptr)[((((((((int)threadIdx.y) * 4096) + ((((int)threadIdx.x) >> 5) * 1024)) + (ax7_4 * 512)) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + ax9_1_3) + 40960)]) * ((float)((half*)buf_dyn_shmem_ptr)[(((((ax6_4 * 512) + ((((int)threadIdx.x) & 3) * 128)) + (ax8_4 * 64)) + ax9_1_3) + 90112)])));
        }
      }
    }
  }
  for (int ax6_5 = 0; ax6_5 < 16; ++ax6_5) {
    for (int ax7_5 = 0; ax7_5 < 2; ++ax7_5) {
      for (int ax8_5 = 0; ax8_5 < 2; ++ax8_5) {
        for (int ax9_1_4 = 0; ax9_1_4 < 64; ++ax9_1_4) {
          int cse_v20 = (((ax6_5 * 4) + (ax7_5 * 2)) + ax8_5);
          C_sum_rf_reindex_local_ptr[(((ax6_5 * 4) + (ax7_5 * 2)) + ax8_5)] = (C_sum_rf_reindex_local_ptr[(((ax6_5 * 4) + (ax7_5 * 2)) + ax8_5)] + (((float)((half*)buf_dyn_shmem_ptr)[(((((((int)threadIdx.y) * 4096) + ((((int)threadIdx.x) >> 5) * 1024)) + (ax7_5 * 512)) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + ax9_1_4)]) * ((float)((half*)buf_dyn_shmem_ptr)[(((((ax6_5 * 512) + ((((int)threadIdx.x) & 3) * 128)) + (ax8_5 * 64)) + ax9_1_4) + 49152)])));
        }
      }
    }
  }
  for (int ax6_6 = 0; ax6_6 < 16; ++ax6_6) {
    for (int ax7_6 = 0; ax7_6 < 2; ++ax7_6) {
      for (int ax8_6 = 0; ax8_6 < 2; ++ax8_6) {
        for (int ax9_1_5 = 0; ax9_1_5 < 64; ++ax9_1_5) {
          int cse_v21 = (((ax6_6 * 4) + (ax7_6 * 2)) + ax8_6);
          C_sum_rf_reindex_local_ptr[(((ax6_6 * 4) + (ax7_6 * 2)) + ax8_6)] = (C_sum_rf_reindex_local_ptr[(((ax6_6 * 4) + (ax7_6 * 2)) + ax8_6)] + (((float)((half*)buf_dyn_shmem_ptr)[((((((((int)threadIdx.y) * 4096) + ((((int)threadIdx.x) >> 5) * 1024)) + (ax7_6 * 512)) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + ax9_1_5) + 8192)]) * ((float)((half*)buf_dyn_shmem_ptr)[(((((ax6_6 * 512) + ((((int)threadIdx.x) & 3) * 128)) + (ax8_6 * 64)) + ax9_1_5) + 57344)])));
        }
      }
    }
  }
  for (int ax6_7 = 0; ax6_7 < 16; ++ax6_7) {
    for (int ax7_7 = 0; ax7_7 < 2; ++ax7_7) {
      for (int ax8_7 = 0; ax8_7 < 2; ++ax8_7) {
        int cse_v22 = (((ax6_7 * 4) + (ax7_7 * 2)) + ax8_7);
        C_sum_rf_reindex_local_ptr[(((ax6_7 * 4) + (ax7_7 * 2)) + ax8_7)] = C_sum_rf_reindex_local_ptr[(((ax6_7 * 4) + (ax7_7 * 2)) + ax8_7)];
      }
    }
  }
  for (int ax6_8 = 0; ax6_8 < 16; ++ax6_8) {
    for (int ax7_8 = 0; ax7_8 < 2; ++ax7_8) {
      *(float2*)(C_sum_rf_ptr + (((((((((((int)blockIdx.z) * 65536) + (((int)blockIdx.y) * 32768)) + (((int)threadIdx.y) * 16384)) + ((((int)threadIdx.x) >> 5) * 4096)) + (ax7_8 * 2048)) + (((((int)threadIdx.x) & 31) >> 2) * 256)) + (((int)blockIdx.x) * 128)) + (ax6_8 * 8)) + ((((int)threadIdx.x) & 3) * 2))) = *(float2*)(C_sum_rf_reindex_local_ptr + ((ax6_8 * 4) + (ax7_8 * 2)));
    }
  }
}

extern "C" __global__ void __launch_bounds__(128) main_kernel_1(half* __restrict__ C_ptr, float* __restrict__ C_sum_rf_ptr) {
  alignas(64) float C_sum_local_ptr[1];
  C_sum_local_ptr[0] = 0x0p+0f/*0.000000e+00*/;
  int cse_v9 = (((int)blockIdx.x) * 128);
  #pragma unroll
  for (int k_0 = 0; k_0 < 32; ++k_0) {
    C_sum_local_ptr[0] = (C_sum_local_ptr[0] + C_sum_rf_ptr[(((k_0 * 65536) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x))]);
  }
  C_ptr[((((int)blockIdx.x) * 128) + ((int)threadIdx.x))] = ((half)C_sum_local_ptr[0]);
}
