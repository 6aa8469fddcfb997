// gemm/sgemm_cuda:register_tile:unroll
// C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
// why: #pragma unroll: a run-time index would put the accumulators in local memory
// target: cuda sm_90
// launch main_kernel: grid 8 x 8 x 1, block 32 x 32 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(1024) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  alignas(64) float C_local_ptr[16];
  alignas(64) float A_local_ptr[4];
  alignas(64) float B_local_ptr[4];
  int cse_v1 = (((int)blockIdx.x) * 128);
  int cse_v2 = (((int)threadIdx.x) * 4);
  int cse_v3 = ((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096));
  for (int k = 0; k < 1024; ++k) {
    for (int ax0 = 0; ax0 < 4; ++ax0) {
      A_local_ptr[ax0] = A_ptr[((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (ax0 * 1024)) + k)];
    }
    for (int ax1 = 0; ax1 < 4; ++ax1) {
      B_local_ptr[ax1] = B_ptr[((((k * 1024) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + ax1)];
    }
    #pragma unroll
    for (int i_1_2 = 0; i_1_2 < 4; ++i_1_2) {
      #pragma unroll
      for (int j_1_2 = 0; j_1_2 < 4; ++j_1_2) {
        int cse_v4 = ((i_1_2 * 4) + j_1_2);
        if (k == 0) {
          C_local_ptr[((i_1_2 * 4) + j_1_2)] = 0x0p+0f/*0.000000e+00*/;
        }
        C_local_ptr[((i_1_2 * 4) + j_1_2)] = (C_local_ptr[((i_1_2 * 4) + j_1_2)] + (A_local_ptr[i_1_2] * B_local_ptr[j_1_2]));
      }
    }
  }
  for (int ax0_1 = 0; ax0_1 < 4; ++ax0_1) {
    for (int ax1_1 = 0; ax1_1 < 4; ++ax1_1) {
      C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (ax0_1 * 1024)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + ax1_1)] = C_local_ptr[((ax0_1 * 4) + ax1_1)];
    }
  }
}
