// gemm/fp8gemm:tma_store:bind
// C[i,j] = scale_a[i] scale_b[j] sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float8_e4m3fn -> float32 ->
//     bfloat16
// why: each lane stores its own accumulators from registers
// target: cuda sm_90
// build: at most 168 registers a thread, sm_90 alone
// launch main_kernel: grid 8 x 16 x 1, block 128 x 2 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __maxnreg__(168) main_kernel(__nv_fp8_e4m3* __restrict__ A_ptr, __nv_fp8_e4m3* __restrict__ B_ptr, nv_bfloat16* __restrict__ C_ptr, float* __restrict__ scale_a_ptr, float* __restrict__ scale_b_ptr) {
  alignas(64) float C_sum_local_reindex_ptr[128];
  alignas(64) nv_bfloat16 C_reindex_local_ptr[128];
  for (int ax1_0_ax0_0_0_fused = 0; ax1_0_ax0_0_0_fused < 4; ++ax1_0_ax0_0_0_fused) {
    int cse_v2 = (ax1_0_ax0_0_0_fused & 1);
    int cse_v3 = (((int)threadIdx.x) >> 5);
    int cse_v4 = (ax1_0_ax0_0_0_fused >> 1);
    int cse_v5 = (((int)threadIdx.x) & 3);
    int cse_v7 = ((((int)threadIdx.x) & 31) >> 2);
    int cse_v12 = (((((int)threadIdx.x) & 31) >> 2) * 4096);
    int cse_v14 = (((((ax1_0_ax0_0_0_fused & 1) * 8388608) + (((int)blockIdx.y) * 524288)) + (((int)threadIdx.y) * 262144)) + ((((int)threadIdx.x) >> 5) * 65536));
    for (int ax8_0 = 0; ax8_0 < 32; ++ax8_0) {
      for (int ax5 = 0; ax5 < 32; ++ax5) {
        for (int ax6 = 0; ax6 < 2; ++ax6) {
          for (int ax7 = 0; ax7 < 2; ++ax7) {
            for (int ax8_1 = 0; ax8_1 < 128; ++ax8_1) {
              int cse_v1 = (ax8_0 * 128);
              int cse_v11 = (((ax5 * 4) + (ax6 * 2)) + ax7);
              if (((ax8_0 * 128) + ax8_1) == 0) {
                C_sum_local_reindex_ptr[(((ax5 * 4) + (ax6 * 2)) + ax7)] = 0x0p+0f/*0.000000e+00*/;
              }
              C_sum_local_reindex_ptr[(((ax5 * 4) + (ax6 * 2)) + ax7)] = (C_sum_local_reindex_ptr[(((ax5 * 4) + (ax6 * 2)) + ax7)] + (((float)A_ptr[(((((((((ax1_0_ax0_0_0_fused & 1) * 8388608) + (((int)blockIdx.y) * 524288)) + (((int)threadIdx.y) * 262144)) + ((((int)threadIdx.x) >> 5) * 65536)) + (ax6 * 32768)) + (((((int)threadIdx.x) & 31) >> 2) * 4096)) + (ax8_0 * 128)) + ax8_1)]) * ((float)B_ptr[((((((((ax1_0_ax0_0_0_fused >> 1) * 8388608) + (((int)blockIdx.x) * 1048576)) + (ax5 * 32768)) + ((((int)threadIdx.x) & 3) * 8192)) + (ax7 * 4096)) + (ax8_0 * 128)) + ax8_1)])));
            }
          }
        }
      }
    }
    for (int ax5_1 = 0; ax5_1 < 32; ++ax5_1) {
      for (int ax6_1 = 0; ax6_1 < 2; ++ax6_1) {
        for (int ax7_1 = 0; ax7_1 < 2; ++ax7_1) {
          int cse_v13 = (((ax5_1 * 4) + (ax6_1 * 2)) + ax7_1);
          C_sum_local_reindex_ptr[(((ax5_1 * 4) + (ax6_1 * 2)) + ax7_1)] = C_sum_local_reindex_ptr[(((ax5_1 * 4) + (ax6_1 * 2)) + ax7_1)];
        }
      }
    }
    int cse_v6 = (((int)blockIdx.x) * 256);
    int cse_v9 = ((ax1_0_ax0_0_0_fused >> 1) * 2048);
    int cse_v10 = ((((int)threadIdx.x) & 3) * 2);
    for (int ax5_2 = 0; ax5_2 < 32; ++ax5_2) {
      for (int ax6_2 = 0; ax6_2 < 2; ++ax6_2) {
        int cse_v8 = ((ax5_2 * 4) + (ax6_2 * 2));
        nv_bfloat162 __1;
        float2 __2;
          float2 __3;
            float2 v_ = *(float2*)(C_sum_local_reindex_ptr + ((ax5_2 * 4) + (ax6_2 * 2)));
            float2 v__1 = make_float2(scale_a_ptr[(((((((ax1_0_ax0_0_0_fused & 1) * 2048) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 64)) + ((((int)threadIdx.x) >> 5) * 16)) + (ax6_2 * 8)) + ((((int)threadIdx.x) & 31) >> 2))], scale_a_ptr[(((((((ax1_0_ax0_0_0_fused & 1) * 2048) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 64)) + ((((int)threadIdx.x) >> 5) * 16)) + (ax6_2 * 8)) + ((((int)threadIdx.x) & 31) >> 2))]);
            __3.x = (v_.x*v__1.x);
            __3.y = (v_.y*v__1.y);
          float2 v__2 = *(float2*)(scale_b_ptr + (((((ax1_0_ax0_0_0_fused >> 1) * 2048) + (((int)blockIdx.x) * 256)) + (ax5_2 * 8)) + ((((int)threadIdx.x) & 3) * 2)));
          __2.x = (__3.x*v__2.x);
          __2.y = (__3.y*v__2.y);
        __1.x = (nv_bfloat16)(__2.x);
        __1.y = (nv_bfloat16)(__2.y);
        *(nv_bfloat162*)(C_reindex_local_ptr + ((ax5_2 * 4) + (ax6_2 * 2))) = __1;
      }
    }
    for (int ax5_3 = 0; ax5_3 < 32; ++ax5_3) {
      for (int ax6_3 = 0; ax6_3 < 2; ++ax6_3) {
        for (int ax7_2 = 0; ax7_2 < 2; ++ax7_2) {
          C_ptr[((((((((((((ax1_0_ax0_0_0_fused & 1) * 8388608) + (((int)blockIdx.y) * 524288)) + (((int)threadIdx.y) * 262144)) + ((((int)threadIdx.x) >> 5) * 65536)) + (ax6_3 * 32768)) + (((((int)threadIdx.x) & 31) >> 2) * 4096)) + ((ax1_0_ax0_0_0_fused >> 1) * 2048)) + (((int)blockIdx.x) * 256)) + (ax5_3 * 8)) + ((((int)threadIdx.x) & 3) * 2)) + ax7_2)] = C_reindex_local_ptr[(((ax5_3 * 4) + (ax6_3 * 2)) + ax7_2)];
        }
      }
    }
  }
}
