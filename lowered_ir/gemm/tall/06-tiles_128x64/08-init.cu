// gemm/tall:tiles_128x64:init
// C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 256,256,16384, float16 -> float32
// why: zero the accumulator before the loop over k, not by a test inside it
// target: cuda sm_90
// build: sm_90 alone
// launch main_kernel: grid 4 x 2 x 16, block 128 x 2 x 1, shared 0 B static + 24576 B dynamic
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
  int cse_v3 = (((int)threadIdx.x) >> 5);
  int cse_v4 = (((int)threadIdx.x) & 3);
  int cse_v6 = ((((int)threadIdx.x) & 31) >> 2);
  for (int ax9_0 = 0; ax9_0 < 16; ++ax9_0) {
    int cse_v1 = (((int)blockIdx.z) * 1024);
    int cse_v2 = (ax9_0 * 64);
    __syncthreads();
    for (int ax0 = 0; ax0 < 128; ++ax0) {
      for (int ax1 = 0; ax1 < 64; ++ax1) {
        ((half*)buf_dyn_shmem_ptr)[(((ax0 * 64) + ax1) + 4096)] = A_ptr[(((((((int)blockIdx.y) * 2097152) + (ax0 * 16384)) + (((int)blockIdx.z) * 1024)) + (ax9_0 * 64)) + ax1)];
      }
    }
    for (int ax0_1 = 0; ax0_1 < 64; ++ax0_1) {
      for (int ax1_1 = 0; ax1_1 < 64; ++ax1_1) {
        ((half*)buf_dyn_shmem_ptr)[((ax0_1 * 64) + ax1_1)] = B_ptr[(((((((int)blockIdx.x) * 1048576) + (ax0_1 * 16384)) + (((int)blockIdx.z) * 1024)) + (ax9_0 * 64)) + ax1_1)];
      }
    }
    __syncthreads();
    for (int ax6_1 = 0; ax6_1 < 8; ++ax6_1) {
      for (int ax7_1 = 0; ax7_1 < 2; ++ax7_1) {
        for (int ax8_1 = 0; ax8_1 < 2; ++ax8_1) {
          for (int ax9_1 = 0; ax9_1 < 64; ++ax9_1) {
            int cse_v7 = (((ax6_1 * 4) + (ax7_1 * 2)) + ax8_1);
            C_sum_rf_reindex_local_ptr[(((ax6_1 * 4) + (ax7_1 * 2)) + ax8_1)] = (C_sum_rf_reindex_local_ptr[(((ax6_1 * 4) + (ax7_1 * 2)) + ax8_1)] + (((float)((half*)buf_dyn_shmem_ptr)[((((((((int)threadIdx.y) * 4096) + ((((int)threadIdx.x) >> 5) * 1024)) + (ax7_1 * 512)) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + ax9_1) + 4096)]) * ((float)((half*)buf_dyn_shmem_ptr)[((((ax6_1 * 512) + ((((int)threadIdx.x) & 3) * 128)) + (ax8_1 * 64)) + ax9_1)])));
          }
        }
      }
    }
  }
  for (int ax6_2 = 0; ax6_2 < 8; ++ax6_2) {
    for (int ax7_2 = 0; ax7_2 < 2; ++ax7_2) {
      for (int ax8_2 = 0; ax8_2 < 2; ++ax8_2) {
        int cse_v8 = (((ax6_2 * 4) + (ax7_2 * 2)) + ax8_2);
        C_sum_rf_reindex_local_ptr[(((ax6_2 * 4) + (ax7_2 * 2)) + ax8_2)] = C_sum_rf_reindex_local_ptr[(((ax6_2 * 4) + (ax7_2 * 2)) + ax8_2)];
      }
    }
  }
  for (int ax6_3 = 0; ax6_3 < 8; ++ax6_3) {
    for (int ax7_3 = 0; ax7_3 < 2; ++ax7_3) {
      *(float2*)(C_sum_rf_ptr + (((((((((((int)blockIdx.z) * 65536) + (((int)blockIdx.y) * 32768)) + (((int)threadIdx.y) * 16384)) + ((((int)threadIdx.x) >> 5) * 4096)) + (ax7_3 * 2048)) + (((((int)threadIdx.x) & 31) >> 2) * 256)) + (((int)blockIdx.x) * 64)) + (ax6_3 * 8)) + ((((int)threadIdx.x) & 3) * 2))) = *(float2*)(C_sum_rf_reindex_local_ptr + ((ax6_3 * 4) + (ax7_3 * 2)));
    }
  }
}

extern "C" __global__ void __launch_bounds__(128) main_kernel_1(half* __restrict__ C_ptr, float* __restrict__ C_sum_rf_ptr) {
  alignas(64) float C_sum_local_ptr[1];
  C_sum_local_ptr[0] = 0x0p+0f/*0.000000e+00*/;
  int cse_v5 = (((int)blockIdx.x) * 128);
  #pragma unroll
  for (int k_0 = 0; k_0 < 16; ++k_0) {
    C_sum_local_ptr[0] = (C_sum_local_ptr[0] + C_sum_rf_ptr[(((k_0 * 65536) + (((int)blockIdx.x) * 128)) + ((int)threadIdx.x))]);
  }
  C_ptr[((((int)blockIdx.x) * 128) + ((int)threadIdx.x))] = ((half)C_sum_local_ptr[0]);
}
