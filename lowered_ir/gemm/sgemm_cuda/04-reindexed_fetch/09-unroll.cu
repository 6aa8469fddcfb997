// gemm/sgemm_cuda:reindexed_fetch:unroll
// C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
// why: #pragma unroll: a run-time index would put the accumulators in local memory
// target: cuda sm_90
// launch main_kernel: grid 8 x 8 x 1, block 32 x 32 x 1, shared 8192 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(1024) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  alignas(64) float C_local_ptr[16];
  __shared__ alignas(64) float A_shared_ptr[1024];
  __shared__ alignas(64) float B_shared_ptr[1024];
  int cse_v3 = (((int)blockIdx.x) * 128);
  int cse_v4 = (((int)threadIdx.x) * 4);
  int cse_v5 = ((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096));
  for (int k_0 = 0; k_0 < 128; ++k_0) {
    int cse_v1 = (k_0 * 8);
    int cse_v2 = (((int)threadIdx.y) * 32);
    int cse_v6 = ((((int)threadIdx.y) * 32) + ((int)threadIdx.x));
    __syncthreads();
    A_shared_ptr[((((int)threadIdx.y) * 32) + ((int)threadIdx.x))] = A_ptr[(((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + ((((int)threadIdx.x) >> 3) * 1024)) + (k_0 * 8)) + (((int)threadIdx.x) & 7))];
    B_shared_ptr[((((int)threadIdx.y) * 32) + ((int)threadIdx.x))] = B_ptr[(((((k_0 * 8192) + ((((int)threadIdx.y) >> 2) * 1024)) + (((int)blockIdx.x) * 128)) + ((((int)threadIdx.y) & 3) * 32)) + ((int)threadIdx.x))];
    __syncthreads();
    #pragma unroll
    for (int i_1_2 = 0; i_1_2 < 4; ++i_1_2) {
      #pragma unroll
      for (int j_1_2 = 0; j_1_2 < 4; ++j_1_2) {
        #pragma unroll
        for (int k_1 = 0; k_1 < 8; ++k_1) {
          int cse_v7 = ((i_1_2 * 4) + j_1_2);
          if (((k_0 * 8) + k_1) == 0) {
            C_local_ptr[((i_1_2 * 4) + j_1_2)] = 0x0p+0f/*0.000000e+00*/;
          }
          C_local_ptr[((i_1_2 * 4) + j_1_2)] = (C_local_ptr[((i_1_2 * 4) + j_1_2)] + (A_shared_ptr[(((((int)threadIdx.y) * 32) + (i_1_2 * 8)) + k_1)] * B_shared_ptr[(((k_1 * 128) + (((int)threadIdx.x) * 4)) + j_1_2)]));
        }
      }
    }
  }
  for (int ax0 = 0; ax0 < 4; ++ax0) {
    for (int ax1 = 0; ax1 < 4; ++ax1) {
      C_ptr[((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (ax0 * 1024)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + ax1)] = C_local_ptr[((ax0 * 4) + ax1)];
    }
  }
}
