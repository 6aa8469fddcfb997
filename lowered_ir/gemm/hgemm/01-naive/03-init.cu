// gemm/hgemm:naive:init
// C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float16 -> float32
// why: zero the accumulator before the loop over k, not by a test inside it
// target: cuda sm_90
// launch main_kernel: grid 128 x 512 x 1, block 32 x 8 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(half* __restrict__ A_ptr, half* __restrict__ B_ptr, half* __restrict__ C_ptr) {
  alignas(64) float C_sum_local_ptr[1];
  C_sum_local_ptr[0] = 0x0p+0f/*0.000000e+00*/;
  int cse_v1 = ((((int)blockIdx.y) * 32768) + (((int)threadIdx.y) * 4096));
  for (int k = 0; k < 4096; ++k) {
    C_sum_local_ptr[0] = (C_sum_local_ptr[0] + (((float)A_ptr[(((((int)blockIdx.y) * 32768) + (((int)threadIdx.y) * 4096)) + k)]) * ((float)B_ptr[(((((int)blockIdx.x) * 131072) + (((int)threadIdx.x) * 4096)) + k)])));
  }
  C_ptr[((((((int)blockIdx.y) * 32768) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 32)) + ((int)threadIdx.x))] = ((half)C_sum_local_ptr[0]);
}
