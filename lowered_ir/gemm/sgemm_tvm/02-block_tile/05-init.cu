// gemm/sgemm_tvm:block_tile:init
// C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
// why: zero the accumulator before the loop over k, not by a test inside it
// target: cuda sm_90
// launch main_kernel: grid 512 x 512 x 1, block 32 x 32 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(1024) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  int cse_v1 = (((int)blockIdx.y) * 32);
  int cse_v3 = ((((((int)blockIdx.x) * 524288) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 32)) + ((int)threadIdx.y));
  C_ptr[((((((int)blockIdx.x) * 524288) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 32)) + ((int)threadIdx.y))] = 0x0p+0f/*0.000000e+00*/;
  for (int k = 0; k < 16384; ++k) {
    int cse_v2 = (k * 16384);
    C_ptr[((((((int)blockIdx.x) * 524288) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 32)) + ((int)threadIdx.y))] = (C_ptr[((((((int)blockIdx.x) * 524288) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 32)) + ((int)threadIdx.y))] + (A_ptr[(((k * 16384) + (((int)blockIdx.x) * 32)) + ((int)threadIdx.x))] * B_ptr[(((k * 16384) + (((int)blockIdx.y) * 32)) + ((int)threadIdx.y))]));
  }
}
