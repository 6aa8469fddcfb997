// gemm/w4a16:cp_async:cache_shared
// C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
//     float32 -> float16, codes by lane
// why: 16 bytes per thread; 64 bytes of padding avoid A's bank conflicts
// target: cuda sm_90
// build: cp.async on, at most 255 registers a thread
// launch main_kernel: grid 128 x 1 x 1, block 32 x 4 x 1, shared 0 B static + 9472 B dynamic

extern "C" __global__ void __maxnreg__(255) main_kernel(half* __restrict__ A_ptr, half* __restrict__ C_ptr, int* __restrict__ W_ptr, half* __restrict__ scale_zero_ptr) {
  extern __shared__ __align__(64) uchar buf_dyn_shmem_ptr[];
  alignas(64) float C_sum_reindex_local_ptr[8];
  int cse_v5 = (((int)threadIdx.x) & 3);
  int cse_v6 = (((int)threadIdx.x) >> 2);
  for (int ax8 = 0; ax8 < 64; ++ax8) {
    int cse_v1 = (((int)threadIdx.x) >> 4);
    __syncthreads();
    for (int ax0_ax1_fused_0 = 0; ax0_ax1_fused_0 < 2; ++ax0_ax1_fused_0) {
      int cse_v7 = ((((int)threadIdx.x) & 15) * 8);
      *(uint4*)(((half*)buf_dyn_shmem_ptr) + (((((ax0_ax1_fused_0 * 1280) + (((int)threadIdx.y) * 320)) + ((((int)threadIdx.x) >> 4) * 160)) + ((((int)threadIdx.x) & 15) * 8)) + 2176)) = *(uint4*)(A_ptr + (((((ax0_ax1_fused_0 * 65536) + (((int)threadIdx.y) * 16384)) + ((((int)threadIdx.x) >> 4) * 8192)) + (ax8 * 128)) + ((((int)threadIdx.x) & 15) * 8)));
    }
    for (int ax0_ax1_ax2_ax3_fused_0 = 0; ax0_ax1_ax2_ax3_fused_0 < 2; ++ax0_ax1_ax2_ax3_fused_0) {
      int cse_v2 = (((int)threadIdx.x) * 4);
      *(int4*)(((int*)buf_dyn_shmem_ptr) + ((((ax0_ax1_ax2_ax3_fused_0 * 512) + (((int)threadIdx.y) * 128)) + (((int)threadIdx.x) * 4)) + 64)) = *(int4*)(W_ptr + ((((((((int)blockIdx.x) * 65536) + (ax0_ax1_ax2_ax3_fused_0 * 32768)) + ((((int)threadIdx.y) >> 1) * 16384)) + (ax8 * 256)) + ((((int)threadIdx.y) & 1) * 128)) + (((int)threadIdx.x) * 4)));
    }
    int cse_v3 = (((int)threadIdx.y) * 256);
    if (((((int)threadIdx.y) * 2) + (((int)threadIdx.x) >> 4)) < 1) {
      int cse_v4 = (((int)threadIdx.x) * 8);
      *(uint4*)(((half*)buf_dyn_shmem_ptr) + ((((int)threadIdx.y) * 256) + (((int)threadIdx.x) * 8))) = *(uint4*)(scale_zero_ptr + ((((ax8 * 16384) + (((int)threadIdx.y) * 256)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 8)));
    }
    if (ax8 == 0) {
      for (int ax5 = 0; ax5 < 2; ++ax5) {
        for (int ax6 = 0; ax6 < 2; ++ax6) {
          for (int ax7 = 0; ax7 < 2; ++ax7) {
            C_sum_reindex_local_ptr[(((ax5 * 4) + (ax6 * 2)) + ax7)] = 0x0p+0f/*0.000000e+00*/;
          }
        }
      }
    }
    __syncthreads();
    for (int ax5_1 = 0; ax5_1 < 2; ++ax5_1) {
      for (int ax6_1 = 0; ax6_1 < 2; ++ax6_1) {
        for (int ax7_1 = 0; ax7_1 < 2; ++ax7_1) {
          for (int ax9 = 0; ax9 < 2; ++ax9) {
            for (int ax10 = 0; ax10 < 2; ++ax10) {
              for (int ax11 = 0; ax11 < 4; ++ax11) {
                for (int ax12 = 0; ax12 < 2; ++ax12) {
                  for (int ax13 = 0; ax13 < 2; ++ax13) {
                    for (int ax14 = 0; ax14 < 2; ++ax14) {
                      int cse_v8 = (((ax5_1 * 4) + (ax6_1 * 2)) + ax7_1);
                      int cse_v9 = (((((int)threadIdx.y) * 32) + (ax6_1 * 16)) + ((((int)threadIdx.x) >> 2) * 2));
                      C_sum_reindex_local_ptr[(((ax5_1 * 4) + (ax6_1 * 2)) + ax7_1)] = (C_sum_reindex_local_ptr[(((ax5_1 * 4) + (ax6_1 * 2)) + ax7_1)] + (((float)((half*)buf_dyn_shmem_ptr)[((((((((((ax5_1 * 1280) + ((((int)threadIdx.x) & 3) * 320)) + (ax7_1 * 160)) + (ax9 * 64)) + (ax10 * 32)) + (ax11 * 8)) + (ax12 * 4)) + (ax13 * 2)) + ax14) + 2176)]) * ((float)((((half)((((int*)buf_dyn_shmem_ptr)[(((((((((int)threadIdx.y) * 256) + (ax9 * 128)) + ((((int)threadIdx.x) >> 2) * 16)) + (ax11 * 4)) + (ax10 * 2)) + ax12) + 64)] >> (((ax14 * 16) + (ax13 * 8)) + (ax6_1 * 4))) & 15)) - ((half*)buf_dyn_shmem_ptr)[((((((int)threadIdx.y) * 32) + (ax6_1 * 16)) + ((((int)threadIdx.x) >> 2) * 2)) + 1)]) * ((half*)buf_dyn_shmem_ptr)[(((((int)threadIdx.y) * 32) + (ax6_1 * 16)) + ((((int)threadIdx.x) >> 2) * 2))]))));
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }
  for (int ax3 = 0; ax3 < 2; ++ax3) {
    for (int ax4 = 0; ax4 < 2; ++ax4) {
      for (int ax5_2 = 0; ax5_2 < 2; ++ax5_2) {
        C_ptr[(((((((ax3 * 65536) + ((((int)threadIdx.x) & 3) * 16384)) + (ax5_2 * 8192)) + (((int)blockIdx.x) * 64)) + (((int)threadIdx.y) * 16)) + (ax4 * 8)) + (((int)threadIdx.x) >> 2))] = ((half)C_sum_reindex_local_ptr[(((ax3 * 4) + (ax4 * 2)) + ax5_2)]);
      }
    }
  }
}
