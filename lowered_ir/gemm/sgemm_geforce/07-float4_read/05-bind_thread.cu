// gemm/sgemm_geforce:float4_read:bind_thread
// C[i,j] += sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
// why: j along x: a warp's lanes are adjacent in B and C
// target: cuda sm_90
// launch main_kernel: grid 16 x 64 x 1, block 32 x 4 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(128) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr, float* __restrict__ C_in_ptr) {
  alignas(64) float C_sum_local_ptr[16];
  for (int j_1_0 = 0; j_1_0 < 2; ++j_1_0) {
    for (int i_1_0 = 0; i_1_0 < 4; ++i_1_0) {
      int cse_v1 = (((int)blockIdx.x) * 256);
      int cse_v2 = (j_1_0 * 128);
      int cse_v3 = (((int)threadIdx.x) * 4);
      int cse_v5 = (((((int)blockIdx.y) * 262144) + (i_1_0 * 65536)) + (((int)threadIdx.y) * 16384));
      for (int k = 0; k < 4096; ++k) {
        for (int i_1_2 = 0; i_1_2 < 4; ++i_1_2) {
          for (int j_1_2 = 0; j_1_2 < 4; ++j_1_2) {
            int cse_v4 = ((i_1_2 * 4) + j_1_2);
            if (k == 0) {
              C_sum_local_ptr[((i_1_2 * 4) + j_1_2)] = 0x0p+0f/*0.000000e+00*/;
            }
            C_sum_local_ptr[((i_1_2 * 4) + j_1_2)] = (C_sum_local_ptr[((i_1_2 * 4) + j_1_2)] + (A_ptr[(((((((int)blockIdx.y) * 262144) + (i_1_0 * 65536)) + (((int)threadIdx.y) * 16384)) + (i_1_2 * 4096)) + k)] * B_ptr[(((((k * 4096) + (((int)blockIdx.x) * 256)) + (j_1_0 * 128)) + (((int)threadIdx.x) * 4)) + j_1_2)]));
          }
        }
      }
      for (int ax0 = 0; ax0 < 4; ++ax0) {
        for (int ax1 = 0; ax1 < 4; ++ax1) {
          int cse_v6 = ((((((((((int)blockIdx.y) * 262144) + (i_1_0 * 65536)) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (j_1_0 * 128)) + (((int)threadIdx.x) * 4)) + ax1);
          C_ptr[((((((((((int)blockIdx.y) * 262144) + (i_1_0 * 65536)) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (j_1_0 * 128)) + (((int)threadIdx.x) * 4)) + ax1)] = (C_in_ptr[((((((((((int)blockIdx.y) * 262144) + (i_1_0 * 65536)) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (j_1_0 * 128)) + (((int)threadIdx.x) * 4)) + ax1)] + C_sum_local_ptr[((ax0 * 4) + ax1)]);
        }
      }
    }
  }
}
