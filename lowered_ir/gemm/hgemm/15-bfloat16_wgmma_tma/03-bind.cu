// gemm/hgemm:bfloat16_wgmma_tma:bind
// C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, bfloat16 -> float32
// why: each lane stores its own accumulators from registers
// target: cuda sm_90
// build: sm_90 alone
// launch main_kernel: grid 8 x 32 x 2, block 128 x 2 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(nv_bfloat16* __restrict__ A_ptr, nv_bfloat16* __restrict__ B_ptr, nv_bfloat16* __restrict__ C_ptr) {
  alignas(64) float C_sum_local_reindex_ptr[128];
  int cse_v2 = (((int)threadIdx.x) & 3);
  int cse_v4 = (((((int)blockIdx.y) * 524288) + (((int)threadIdx.y) * 262144)) + ((((int)threadIdx.x) >> 5) * 65536));
  int cse_v5 = (((((int)threadIdx.x) & 31) >> 2) * 4096);
  for (int ax8_0 = 0; ax8_0 < 64; ++ax8_0) {
    for (int ax5 = 0; ax5 < 32; ++ax5) {
      for (int ax6 = 0; ax6 < 2; ++ax6) {
        for (int ax7 = 0; ax7 < 2; ++ax7) {
          for (int ax8_1 = 0; ax8_1 < 64; ++ax8_1) {
            int cse_v1 = (ax8_0 * 64);
            int cse_v3 = (((ax5 * 4) + (ax6 * 2)) + ax7);
            if (((ax8_0 * 64) + ax8_1) == 0) {
              C_sum_local_reindex_ptr[(((ax5 * 4) + (ax6 * 2)) + ax7)] = 0x0p+0f/*0.000000e+00*/;
            }
            C_sum_local_reindex_ptr[(((ax5 * 4) + (ax6 * 2)) + ax7)] = (C_sum_local_reindex_ptr[(((ax5 * 4) + (ax6 * 2)) + ax7)] + (((float)A_ptr[(((((((((int)blockIdx.y) * 524288) + (((int)threadIdx.y) * 262144)) + ((((int)threadIdx.x) >> 5) * 65536)) + (ax6 * 32768)) + (((((int)threadIdx.x) & 31) >> 2) * 4096)) + (ax8_0 * 64)) + ax8_1)]) * ((float)B_ptr[(((((((((int)blockIdx.z) * 8388608) + (((int)blockIdx.x) * 1048576)) + (ax5 * 32768)) + ((((int)threadIdx.x) & 3) * 8192)) + (ax7 * 4096)) + (ax8_0 * 64)) + ax8_1)])));
          }
        }
      }
    }
  }
  for (int ax5_1 = 0; ax5_1 < 32; ++ax5_1) {
    for (int ax6_1 = 0; ax6_1 < 2; ++ax6_1) {
      for (int ax7_1 = 0; ax7_1 < 2; ++ax7_1) {
        int cse_v6 = (((ax5_1 * 4) + (ax6_1 * 2)) + ax7_1);
        C_sum_local_reindex_ptr[(((ax5_1 * 4) + (ax6_1 * 2)) + ax7_1)] = C_sum_local_reindex_ptr[(((ax5_1 * 4) + (ax6_1 * 2)) + ax7_1)];
      }
    }
  }
  for (int ax5_2 = 0; ax5_2 < 32; ++ax5_2) {
    for (int ax6_2 = 0; ax6_2 < 2; ++ax6_2) {
      for (int ax7_2 = 0; ax7_2 < 2; ++ax7_2) {
        C_ptr[((((((((((((int)blockIdx.y) * 524288) + (((int)threadIdx.y) * 262144)) + ((((int)threadIdx.x) >> 5) * 65536)) + (ax6_2 * 32768)) + (((((int)threadIdx.x) & 31) >> 2) * 4096)) + (((int)blockIdx.z) * 2048)) + (((int)blockIdx.x) * 256)) + (ax5_2 * 8)) + ((((int)threadIdx.x) & 3) * 2)) + ax7_2)] = ((nv_bfloat16)C_sum_local_reindex_ptr[(((ax5_2 * 4) + (ax6_2 * 2)) + ax7_2)]);
      }
    }
  }
}
