// gemm/sgemm_cuda:shared_tile:bind_fetch
// C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
// why: each thread copies an element of both tiles, adjacent lanes adjacent words
// target: cuda sm_90
// launch main_kernel: grid 32 x 32 x 1, block 32 x 32 x 1, shared 8192 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(1024) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  alignas(64) float C_local_ptr[1];
  __shared__ alignas(64) float A_shared_ptr[1024];
  __shared__ alignas(64) float B_shared_ptr[1024];
  int cse_v1 = (((int)threadIdx.y) * 1024);
  int cse_v4 = (((int)blockIdx.x) * 32);
  int cse_v5 = ((((int)blockIdx.y) * 32768) + (((int)threadIdx.y) * 1024));
  for (int k_0 = 0; k_0 < 32; ++k_0) {
    int cse_v2 = (k_0 * 32);
    int cse_v3 = (((int)threadIdx.y) * 32);
    int cse_v6 = ((((int)threadIdx.y) * 32) + ((int)threadIdx.x));
    __syncthreads();
    A_shared_ptr[((((int)threadIdx.y) * 32) + ((int)threadIdx.x))] = A_ptr[((((((int)blockIdx.y) * 32768) + (((int)threadIdx.y) * 1024)) + (k_0 * 32)) + ((int)threadIdx.x))];
    B_shared_ptr[((((int)threadIdx.y) * 32) + ((int)threadIdx.x))] = B_ptr[((((k_0 * 32768) + (((int)threadIdx.y) * 1024)) + (((int)blockIdx.x) * 32)) + ((int)threadIdx.x))];
    __syncthreads();
    for (int k_1 = 0; k_1 < 32; ++k_1) {
      if (((k_0 * 32) + k_1) == 0) {
        C_local_ptr[0] = 0x0p+0f/*0.000000e+00*/;
      }
      C_local_ptr[0] = (C_local_ptr[0] + (A_shared_ptr[((((int)threadIdx.y) * 32) + k_1)] * B_shared_ptr[((k_1 * 32) + ((int)threadIdx.x))]));
    }
  }
  C_ptr[((((((int)blockIdx.y) * 32768) + (((int)threadIdx.y) * 1024)) + (((int)blockIdx.x) * 32)) + ((int)threadIdx.x))] = C_local_ptr[0];
}
