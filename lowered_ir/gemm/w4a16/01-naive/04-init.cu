// gemm/w4a16:naive:init
// C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
//     float32 -> float16
// why: zero the accumulator before the loop over k, not by a test inside it
// target: cuda sm_90
// launch main_kernel: grid 256 x 2 x 1, block 32 x 8 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(half* __restrict__ A_ptr, half* __restrict__ C_ptr, int* __restrict__ W_ptr, half* __restrict__ scale_zero_ptr) {
  alignas(64) float C_sum_local_ptr[1];
  C_sum_local_ptr[0] = 0x0p+0f/*0.000000e+00*/;
  int cse_v1 = ((((int)blockIdx.y) * 65536) + (((int)threadIdx.y) * 8192));
  for (int k = 0; k < 8192; ++k) {
    int cse_v2 = ((((k >> 7) * 16384) + (((int)blockIdx.x) * 64)) + (((int)threadIdx.x) * 2));
    C_sum_local_ptr[0] = (C_sum_local_ptr[0] + (((float)A_ptr[(((((int)blockIdx.y) * 65536) + (((int)threadIdx.y) * 8192)) + k)]) * ((float)((((half)((W_ptr[(((((int)blockIdx.x) * 32768) + (((int)threadIdx.x) * 1024)) + (k >> 3))] >> ((k & 7) * 4)) & 15)) - scale_zero_ptr[(((((k >> 7) * 16384) + (((int)blockIdx.x) * 64)) + (((int)threadIdx.x) * 2)) + 1)]) * scale_zero_ptr[((((k >> 7) * 16384) + (((int)blockIdx.x) * 64)) + (((int)threadIdx.x) * 2))]))));
  }
  C_ptr[((((((int)blockIdx.y) * 65536) + (((int)threadIdx.y) * 8192)) + (((int)blockIdx.x) * 32)) + ((int)threadIdx.x))] = ((half)C_sum_local_ptr[0]);
}
