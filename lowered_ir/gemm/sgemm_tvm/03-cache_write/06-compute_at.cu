// gemm/sgemm_tvm:cache_write:compute_at
// C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
// why: the thread that has the accumulator writes C
// target: cuda sm_90
// launch main_kernel: grid 512 x 512 x 1, block 32 x 32 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(1024) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  alignas(64) float C_local_ptr[1];
  int cse_v2 = (((int)blockIdx.y) * 32);
  for (int k = 0; k < 16384; ++k) {
    if (k == 0) {
      C_local_ptr[0] = 0x0p+0f/*0.000000e+00*/;
    }
    int cse_v1 = (k * 16384);
    C_local_ptr[0] = (C_local_ptr[0] + (A_ptr[(((k * 16384) + (((int)blockIdx.x) * 32)) + ((int)threadIdx.x))] * B_ptr[(((k * 16384) + (((int)blockIdx.y) * 32)) + ((int)threadIdx.y))]));
  }
  C_ptr[((((((int)blockIdx.x) * 524288) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 32)) + ((int)threadIdx.y))] = C_local_ptr[0];
}
