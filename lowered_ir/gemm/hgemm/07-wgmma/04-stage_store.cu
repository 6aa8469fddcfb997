// gemm/hgemm:wgmma:stage_store
// C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float16 -> float32
// why: storing pairs would write half sectors: rounded in shared memory, whole rows are stored
// target: cuda sm_90
// build: cp.async on, sm_90 alone
// launch main_kernel: grid 8 x 32 x 2, block 128 x 2 x 1, shared 0 B static + 67584 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(half* __restrict__ A_ptr, half* __restrict__ B_ptr, half* __restrict__ C_ptr) {
  alignas(64) float C_sum_local_reindex_ptr[128];
  extern __shared__ __align__(64) half C_shared_dyn_ptr[];
  int cse_v2 = (((int)blockIdx.y) * 524288);
  int cse_v3 = (((int)threadIdx.x) >> 5);
  int cse_v4 = (((int)threadIdx.x) & 31);
  int cse_v5 = (((int)threadIdx.x) & 3);
  int cse_v6 = ((((int)threadIdx.x) & 31) >> 2);
  for (int ax8_0 = 0; ax8_0 < 64; ++ax8_0) {
    for (int ax5 = 0; ax5 < 32; ++ax5) {
      for (int ax6 = 0; ax6 < 2; ++ax6) {
        for (int ax7 = 0; ax7 < 2; ++ax7) {
          for (int ax8_1 = 0; ax8_1 < 64; ++ax8_1) {
            int cse_v1 = (ax8_0 * 64);
            int cse_v8 = (((ax5 * 4) + (ax6 * 2)) + ax7);
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
        int cse_v9 = (((ax5_1 * 4) + (ax6_1 * 2)) + ax7_1);
        C_sum_local_reindex_ptr[(((ax5_1 * 4) + (ax6_1 * 2)) + ax7_1)] = C_sum_local_reindex_ptr[(((ax5_1 * 4) + (ax6_1 * 2)) + ax7_1)];
      }
    }
  }
  for (int ax5_2 = 0; ax5_2 < 32; ++ax5_2) {
    for (int ax6_2 = 0; ax6_2 < 2; ++ax6_2) {
      half2 __1;
      float2 v_ = *(float2*)(C_sum_local_reindex_ptr + ((ax5_2 * 4) + (ax6_2 * 2)));
      __1.x = (half)(v_.x);
      __1.y = (half)(v_.y);
      *(half2*)(C_shared_dyn_ptr + ((((((((int)threadIdx.y) * 16896) + ((((int)threadIdx.x) >> 5) * 4224)) + (ax6_2 * 2112)) + (((((int)threadIdx.x) & 31) >> 2) * 264)) + (ax5_2 * 8)) + ((((int)threadIdx.x) & 3) * 2))) = __1;
    }
  }
  __syncthreads();
  for (int ax0_ax1_fused_0 = 0; ax0_ax1_fused_0 < 16; ++ax0_ax1_fused_0) {
    int cse_v7 = ((((int)threadIdx.x) & 31) * 8);
    *(uint4*)(C_ptr + (((((((((int)blockIdx.y) * 524288) + (ax0_ax1_fused_0 * 32768)) + (((int)threadIdx.y) * 16384)) + ((((int)threadIdx.x) >> 5) * 4096)) + (((int)blockIdx.z) * 2048)) + (((int)blockIdx.x) * 256)) + ((((int)threadIdx.x) & 31) * 8))) = *(uint4*)(C_shared_dyn_ptr + ((((ax0_ax1_fused_0 * 2112) + (((int)threadIdx.y) * 1056)) + ((((int)threadIdx.x) >> 5) * 264)) + ((((int)threadIdx.x) & 31) * 8)));
  }
}
