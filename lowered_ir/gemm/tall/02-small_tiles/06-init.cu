// gemm/tall:small_tiles:init
// C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 256,256,16384, float16 -> float32
// why: zero the accumulator before the loop over k, not by a test inside it
// target: cuda sm_90
// build: sm_90 alone
// launch main_kernel: grid 4 x 4 x 1, block 128 x 1 x 1, shared 0 B static + 17408 B dynamic

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
  int cse_v2 = (((int)threadIdx.x) >> 5);
  int cse_v3 = (((int)threadIdx.x) & 3);
  int cse_v5 = ((((int)threadIdx.x) & 31) >> 2);
  for (int ax8_0 = 0; ax8_0 < 256; ++ax8_0) {
    int cse_v1 = (ax8_0 * 64);
    __syncthreads();
    for (int ax0 = 0; ax0 < 64; ++ax0) {
      for (int ax1 = 0; ax1 < 64; ++ax1) {
        ((half*)buf_dyn_shmem_ptr)[((ax0 * 64) + ax1)] = A_ptr[((((((int)blockIdx.y) * 1048576) + (ax0 * 16384)) + (ax8_0 * 64)) + ax1)];
      }
    }
    for (int ax0_1 = 0; ax0_1 < 64; ++ax0_1) {
      for (int ax1_1 = 0; ax1_1 < 64; ++ax1_1) {
        ((half*)buf_dyn_shmem_ptr)[(((ax0_1 * 64) + ax1_1) + 4096)] = B_ptr[((((((int)blockIdx.x) * 1048576) + (ax0_1 * 16384)) + (ax8_0 * 64)) + ax1_1)];
      }
    }
    __syncthreads();
    for (int ax5_1 = 0; ax5_1 < 8; ++ax5_1) {
      for (int ax6_1 = 0; ax6_1 < 2; ++ax6_1) {
        for (int ax7_1 = 0; ax7_1 < 2; ++ax7_1) {
          for (int ax8_1 = 0; ax8_1 < 64; ++ax8_1) {
            int cse_v7 = (((ax5_1 * 4) + (ax6_1 * 2)) + ax7_1);
            C_sum_local_reindex_ptr[(((ax5_1 * 4) + (ax6_1 * 2)) + ax7_1)] = (C_sum_local_reindex_ptr[(((ax5_1 * 4) + (ax6_1 * 2)) + ax7_1)] + (((float)((half*)buf_dyn_shmem_ptr)[(((((((int)threadIdx.x) >> 5) * 1024) + (ax6_1 * 512)) + (((((int)threadIdx.x) & 31) >> 2) * 64)) + ax8_1)]) * ((float)((half*)buf_dyn_shmem_ptr)[(((((ax5_1 * 512) + ((((int)threadIdx.x) & 3) * 128)) + (ax7_1 * 64)) + ax8_1) + 4096)])));
          }
        }
      }
    }
  }
  for (int ax5_2 = 0; ax5_2 < 8; ++ax5_2) {
    for (int ax6_2 = 0; ax6_2 < 2; ++ax6_2) {
      for (int ax7_2 = 0; ax7_2 < 2; ++ax7_2) {
        int cse_v8 = (((ax5_2 * 4) + (ax6_2 * 2)) + ax7_2);
        C_sum_local_reindex_ptr[(((ax5_2 * 4) + (ax6_2 * 2)) + ax7_2)] = C_sum_local_reindex_ptr[(((ax5_2 * 4) + (ax6_2 * 2)) + ax7_2)];
      }
    }
  }
  __syncthreads();
  for (int ax5_3 = 0; ax5_3 < 8; ++ax5_3) {
    for (int ax6_3 = 0; ax6_3 < 2; ++ax6_3) {
      half2 __1;
      float2 v_ = *(float2*)(C_sum_local_reindex_ptr + ((ax5_3 * 4) + (ax6_3 * 2)));
      __1.x = (half)(v_.x);
      __1.y = (half)(v_.y);
      *(half2*)(((half*)buf_dyn_shmem_ptr) + (((((((((int)threadIdx.x) >> 5) * 1152) + (ax6_3 * 576)) + (((((int)threadIdx.x) & 31) >> 2) * 72)) + (ax5_3 * 8)) + ((((int)threadIdx.x) & 3) * 2)) + 4096)) = __1;
    }
  }
  __syncthreads();
  for (int ax0_ax1_fused_0 = 0; ax0_ax1_fused_0 < 4; ++ax0_ax1_fused_0) {
    int cse_v4 = (((int)threadIdx.x) >> 3);
    int cse_v6 = ((((int)threadIdx.x) & 7) * 8);
    *(uint4*)(C_ptr + (((((((int)blockIdx.y) * 16384) + (ax0_ax1_fused_0 * 4096)) + ((((int)threadIdx.x) >> 3) * 256)) + (((int)blockIdx.x) * 64)) + ((((int)threadIdx.x) & 7) * 8))) = *(uint4*)(((half*)buf_dyn_shmem_ptr) + ((((ax0_ax1_fused_0 * 1152) + ((((int)threadIdx.x) >> 3) * 72)) + ((((int)threadIdx.x) & 7) * 8)) + 4096));
  }
}
