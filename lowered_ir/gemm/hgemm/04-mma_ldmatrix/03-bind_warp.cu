// gemm/hgemm:mma_ldmatrix:bind_warp
// C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float16 -> float32
// why: 8 fragments that a warp loads per step of k feed 16 MMAs
// target: cuda sm_90
// launch main_kernel: grid 8 x 32 x 2, block 1 x 4 x 2, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(8) main_kernel(half* __restrict__ A_ptr, half* __restrict__ B_ptr, half* __restrict__ C_ptr) {
  alignas(64) float C_sum_local_ptr[4096];
  int cse_v5 = ((((int)blockIdx.y) * 524288) + (((int)threadIdx.z) * 262144));
  for (int k_0 = 0; k_0 < 64; ++k_0) {
    for (int k_1 = 0; k_1 < 4; ++k_1) {
      for (int i_2 = 0; i_2 < 4; ++i_2) {
        for (int j_2 = 0; j_2 < 4; ++j_2) {
          int cse_v1 = (i_2 * 1024);
          int cse_v2 = (j_2 * 16);
          if (((k_0 * 4) + k_1) == 0) {
            for (int i_3 = 0; i_3 < 16; ++i_3) {
              for (int j_3 = 0; j_3 < 16; ++j_3) {
                C_sum_local_ptr[((((i_2 * 1024) + (i_3 * 64)) + (j_2 * 16)) + j_3)] = 0x0p+0f/*0.000000e+00*/;
              }
            }
          }
          for (int i_3_1 = 0; i_3_1 < 16; ++i_3_1) {
            for (int j_3_1 = 0; j_3_1 < 16; ++j_3_1) {
              for (int k_2 = 0; k_2 < 16; ++k_2) {
                int cse_v3 = (k_0 * 64);
                int cse_v4 = (k_1 * 16);
                int cse_v6 = ((((i_2 * 1024) + (i_3_1 * 64)) + (j_2 * 16)) + j_3_1);
                C_sum_local_ptr[((((i_2 * 1024) + (i_3_1 * 64)) + (j_2 * 16)) + j_3_1)] = (C_sum_local_ptr[((((i_2 * 1024) + (i_3_1 * 64)) + (j_2 * 16)) + j_3_1)] + (((float)A_ptr[(((((((((int)blockIdx.y) * 524288) + (((int)threadIdx.z) * 262144)) + (i_2 * 65536)) + (i_3_1 * 4096)) + (k_0 * 64)) + (k_1 * 16)) + k_2)]) * ((float)B_ptr[((((((((((int)blockIdx.z) * 8388608) + (((int)blockIdx.x) * 1048576)) + (((int)threadIdx.y) * 262144)) + (j_2 * 65536)) + (j_3_1 * 4096)) + (k_0 * 64)) + (k_1 * 16)) + k_2)])));
              }
            }
          }
        }
      }
    }
  }
  for (int ax0 = 0; ax0 < 64; ++ax0) {
    for (int ax1 = 0; ax1 < 64; ++ax1) {
      C_ptr[(((((((((int)blockIdx.y) * 524288) + (((int)threadIdx.z) * 262144)) + (ax0 * 4096)) + (((int)blockIdx.z) * 2048)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.y) * 64)) + ax1)] = ((half)C_sum_local_ptr[((ax0 * 64) + ax1)]);
    }
  }
}
