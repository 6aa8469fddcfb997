// gemm/w4a16:dequantized:bind_warp
// C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
//     float32 -> float16
// why: 2 fragments that a warp loads per step of k feed 1 MMAs
// target: cuda sm_90
// build: cp.async on
// launch main_kernel: grid 64 x 512 x 1, block 16 x 16 x 1, shared 0 B static + 0 B dynamic
// launch main_kernel_1: grid 128 x 1 x 1, block 1 x 4 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(int* __restrict__ W_ptr, half* __restrict__ W_value_ptr, half* __restrict__ scale_zero_ptr) {
  alignas(64) half W_value_local_ptr[8];
  for (int ax1 = 0; ax1 < 8; ++ax1) {
    int cse_v5 = (((((int)blockIdx.x) * 16384) + (((int)blockIdx.y) * 32)) + (((int)threadIdx.y) * 2));
    W_value_local_ptr[ax1] = ((((half)((W_ptr[((((((int)blockIdx.y) * 16384) + (((int)threadIdx.y) * 1024)) + (((int)blockIdx.x) * 16)) + ((int)threadIdx.x))] >> (ax1 * 4)) & 15)) - scale_zero_ptr[((((((int)blockIdx.x) * 16384) + (((int)blockIdx.y) * 32)) + (((int)threadIdx.y) * 2)) + 1)]) * scale_zero_ptr[(((((int)blockIdx.x) * 16384) + (((int)blockIdx.y) * 32)) + (((int)threadIdx.y) * 2))]);
  }
  for (int ax1_2 = 0; ax1_2 < 2; ++ax1_2) {
    int cse_v1 = (ax1_2 * 4);
    *(half4*)(W_value_ptr + (((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 8)) + (ax1_2 * 4))) = *(half4*)(W_value_local_ptr + (ax1_2 * 4));
  }
}

extern "C" __global__ void __launch_bounds__(4) main_kernel_1(half* __restrict__ A_ptr, half* __restrict__ C_ptr, half* __restrict__ W_value_ptr) {
  alignas(64) float C_sum_local_ptr[256];
  for (int k_0 = 0; k_0 < 128; ++k_0) {
    for (int k_1 = 0; k_1 < 4; ++k_1) {
      if (((k_0 * 4) + k_1) == 0) {
        for (int i_3 = 0; i_3 < 16; ++i_3) {
          for (int i0_3 = 0; i0_3 < 16; ++i0_3) {
            C_sum_local_ptr[((i_3 * 16) + i0_3)] = 0x0p+0f/*0.000000e+00*/;
          }
        }
      }
      for (int i_3_1 = 0; i_3_1 < 16; ++i_3_1) {
        for (int i0_3_1 = 0; i0_3_1 < 16; ++i0_3_1) {
          for (int k_2 = 0; k_2 < 16; ++k_2) {
            int cse_v2 = (k_0 * 64);
            int cse_v3 = (k_1 * 16);
            int cse_v4 = ((i_3_1 * 16) + i0_3_1);
            C_sum_local_ptr[((i_3_1 * 16) + i0_3_1)] = (C_sum_local_ptr[((i_3_1 * 16) + i0_3_1)] + (((float)A_ptr[((((i_3_1 * 8192) + (k_0 * 64)) + (k_1 * 16)) + k_2)]) * ((float)W_value_ptr[((((((((int)blockIdx.x) * 524288) + (((int)threadIdx.y) * 131072)) + (i0_3_1 * 8192)) + (k_0 * 64)) + (k_1 * 16)) + k_2)])));
          }
        }
      }
    }
  }
  for (int ax0 = 0; ax0 < 16; ++ax0) {
    for (int ax1 = 0; ax1 < 16; ++ax1) {
      C_ptr[((((ax0 * 8192) + (((int)blockIdx.x) * 64)) + (((int)threadIdx.y) * 16)) + ax1)] = ((half)C_sum_local_ptr[((ax0 * 16) + ax1)]);
    }
  }
}
