// gemm/sgemm_tvm:naive:bind_thread
// C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 1024,1024,1024, float32
// why: a thread per element of the row: a warp reads 32 adjacent elements of B
// target: cuda sm_90
// launch main_kernel: grid 1024 x 1 x 1, block 1024 x 1 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(1024) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  for (int k = 0; k < 1024; ++k) {
    int cse_v2 = ((((int)blockIdx.x) * 1024) + ((int)threadIdx.x));
    if (k == 0) {
      C_ptr[((((int)blockIdx.x) * 1024) + ((int)threadIdx.x))] = 0x0p+0f/*0.000000e+00*/;
    }
    int cse_v1 = (k * 1024);
    C_ptr[((((int)blockIdx.x) * 1024) + ((int)threadIdx.x))] = (C_ptr[((((int)blockIdx.x) * 1024) + ((int)threadIdx.x))] + (A_ptr[((k * 1024) + ((int)blockIdx.x))] * B_ptr[((k * 1024) + ((int)threadIdx.x))]));
  }
}
