// gemm/sgemm_cuda:tensor_core:bind_warp
// C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32, multiplied as float16
// why: 4 fragments that a warp loads per step of k feed 4 MMAs
// target: cuda sm_90
// launch main_kernel: grid 8 x 16 x 2, block 1 x 2 x 2, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(4) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  alignas(64) float C_local_ptr[1024];
  int cse_v3 = (((int)blockIdx.z) * 512);
  int cse_v4 = (((int)blockIdx.x) * 64);
  int cse_v5 = (((int)threadIdx.y) * 32);
  int cse_v6 = ((((int)blockIdx.y) * 65536) + (((int)threadIdx.z) * 32768));
  for (int k_0 = 0; k_0 < 32; ++k_0) {
    for (int k_1 = 0; k_1 < 2; ++k_1) {
      for (int i_2 = 0; i_2 < 2; ++i_2) {
        for (int j_2 = 0; j_2 < 2; ++j_2) {
          int cse_v1 = (i_2 * 512);
          int cse_v2 = (j_2 * 16);
          if (((k_0 * 2) + k_1) == 0) {
            for (int i_3 = 0; i_3 < 16; ++i_3) {
              for (int j_3 = 0; j_3 < 16; ++j_3) {
                C_local_ptr[((((i_2 * 512) + (i_3 * 32)) + (j_2 * 16)) + j_3)] = 0x0p+0f/*0.000000e+00*/;
              }
            }
          }
          for (int i_3_1 = 0; i_3_1 < 16; ++i_3_1) {
            for (int j_3_1 = 0; j_3_1 < 16; ++j_3_1) {
              for (int k_2 = 0; k_2 < 16; ++k_2) {
                int cse_v7 = ((((i_2 * 512) + (i_3_1 * 32)) + (j_2 * 16)) + j_3_1);
                C_local_ptr[((((i_2 * 512) + (i_3_1 * 32)) + (j_2 * 16)) + j_3_1)] = (C_local_ptr[((((i_2 * 512) + (i_3_1 * 32)) + (j_2 * 16)) + j_3_1)] + (A_ptr[(((((((((int)blockIdx.y) * 65536) + (((int)threadIdx.z) * 32768)) + (i_2 * 16384)) + (i_3_1 * 1024)) + (k_0 * 32)) + (k_1 * 16)) + k_2)] * B_ptr[((((((((k_0 * 32768) + (k_1 * 16384)) + (k_2 * 1024)) + (((int)blockIdx.z) * 512)) + (((int)blockIdx.x) * 64)) + (((int)threadIdx.y) * 32)) + (j_2 * 16)) + j_3_1)]));
              }
            }
          }
        }
      }
    }
  }
  for (int ax0 = 0; ax0 < 32; ++ax0) {
    for (int ax1 = 0; ax1 < 32; ++ax1) {
      C_ptr[(((((((((int)blockIdx.y) * 65536) + (((int)threadIdx.z) * 32768)) + (ax0 * 1024)) + (((int)blockIdx.z) * 512)) + (((int)blockIdx.x) * 64)) + (((int)threadIdx.y) * 32)) + ax1)] = C_local_ptr[((ax0 * 32) + ax1)];
    }
  }
}
