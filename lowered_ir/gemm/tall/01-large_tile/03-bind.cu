// gemm/tall:large_tile:bind
// C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 256,256,16384, float16 -> float32
// why: each lane stores its own accumulators from registers
// target: cuda sm_90
// build: sm_90 alone
// launch main_kernel: grid 1 x 2 x 1, block 128 x 2 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(half* __restrict__ A_ptr, half* __restrict__ B_ptr, half* __restrict__ C_ptr) {
  alignas(64) float C_sum_local_reindex_ptr[128];
  int cse_v2 = (((int)threadIdx.x) >> 5);
  int cse_v3 = (((int)threadIdx.x) & 3);
  int cse_v4 = ((((int)threadIdx.x) & 31) >> 2);
  for (int ax8_0 = 0; ax8_0 < 256; ++ax8_0) {
    for (int ax5 = 0; ax5 < 32; ++ax5) {
      for (int ax6 = 0; ax6 < 2; ++ax6) {
        for (int ax7 = 0; ax7 < 2; ++ax7) {
          for (int ax8_1 = 0; ax8_1 < 64; ++ax8_1) {
            int cse_v1 = (ax8_0 * 64);
            int cse_v5 = (((ax5 * 4) + (ax6 * 2)) + ax7);
            if (((ax8_0 * 64) + ax8_1) == 0) {
              C_sum_local_reindex_ptr[(((ax5 * 4) + (ax6 * 2)) + ax7)] = 0x0p+0f/*0.000000e+00*/;
            }
            C_sum_local_reindex_ptr[(((ax5 * 4) + (ax6 * 2)) + ax7)] = (C_sum_local_reindex_ptr[(((ax5 * 4) + (ax6 * 2)) + ax7)] + (((float)A_ptr[(((((((((int)blockIdx.y) * 2097152) + (((int)threadIdx.y) * 1048576)) + ((((int)threadIdx.x) >> 5) * 262144)) + (ax6 * 131072)) + (((((int)threadIdx.x) & 31) >> 2) * 16384)) + (ax8_0 * 64)) + ax8_1)]) * ((float)B_ptr[(((((ax5 * 131072) + ((((int)threadIdx.x) & 3) * 32768)) + (ax7 * 16384)) + (ax8_0 * 64)) + ax8_1)])));
          }
        }
      }
    }
  }
  for (int ax4 = 0; ax4 < 32; ++ax4) {
    for (int ax5_1 = 0; ax5_1 < 2; ++ax5_1) {
      for (int ax6_1 = 0; ax6_1 < 2; ++ax6_1) {
        int cse_v6 = (((ax4 * 4) + (ax5_1 * 2)) + ax6_1);
        C_sum_local_reindex_ptr[(((ax4 * 4) + (ax5_1 * 2)) + ax6_1)] = C_sum_local_reindex_ptr[(((ax4 * 4) + (ax5_1 * 2)) + ax6_1)];
      }
    }
  }
  for (int ax4_1 = 0; ax4_1 < 32; ++ax4_1) {
    for (int ax5_2 = 0; ax5_2 < 2; ++ax5_2) {
      for (int ax6_2 = 0; ax6_2 < 2; ++ax6_2) {
        C_ptr[((((((((((int)blockIdx.y) * 32768) + (((int)threadIdx.y) * 16384)) + ((((int)threadIdx.x) >> 5) * 4096)) + (ax5_2 * 2048)) + (((((int)threadIdx.x) & 31) >> 2) * 256)) + (ax4_1 * 8)) + ((((int)threadIdx.x) & 3) * 2)) + ax6_2)] = ((half)C_sum_local_reindex_ptr[(((ax4_1 * 4) + (ax5_2 * 2)) + ax6_2)]);
      }
    }
  }
}
