// gemm/sgemm_tvm:split_reorder_8x2:bind_fetch
// C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
// why: lane l copies the l-th piece of the tile, one float per thread: no bank conflicts
// target: cuda sm_90
// launch main_kernel: grid 128 x 128 x 1, block 16 x 16 x 1, shared 5120 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  alignas(64) float C_local_ptr[4];
  __shared__ alignas(64) float A_shared_ptr[256];
  __shared__ alignas(64) float B_shared_ptr[1024];
  alignas(64) float A_shared_local_ptr[1];
  alignas(64) float B_shared_local_ptr[4];
  for (int j_1_0 = 0; j_1_0 < 2; ++j_1_0) {
    for (int i_1_0 = 0; i_1_0 < 8; ++i_1_0) {
      for (int j_1_2_init = 0; j_1_2_init < 4; ++j_1_2_init) {
        C_local_ptr[j_1_2_init] = 0x0p+0f/*0.000000e+00*/;
      }
      int cse_v3 = (((int)blockIdx.y) * 128);
      int cse_v4 = (j_1_0 * 64);
      int cse_v5 = (((int)threadIdx.y) * 4);
      for (int k_0 = 0; k_0 < 1024; ++k_0) {
        int cse_v1 = (k_0 * 262144);
        int cse_v2 = (((int)threadIdx.y) * 16);
        __syncthreads();
        A_shared_ptr[((((int)threadIdx.y) * 16) + ((int)threadIdx.x))] = A_ptr[(((((k_0 * 262144) + (((int)threadIdx.y) * 16384)) + (((int)blockIdx.x) * 128)) + (i_1_0 * 16)) + ((int)threadIdx.x))];
        for (int ax0_ax1_fused_0 = 0; ax0_ax1_fused_0 < 4; ++ax0_ax1_fused_0) {
          B_shared_ptr[(((ax0_ax1_fused_0 * 256) + (((int)threadIdx.y) * 16)) + ((int)threadIdx.x))] = B_ptr[(((((((k_0 * 262144) + (ax0_ax1_fused_0 * 65536)) + ((((int)threadIdx.y) >> 2) * 16384)) + (((int)blockIdx.y) * 128)) + (j_1_0 * 64)) + ((((int)threadIdx.y) & 3) * 16)) + ((int)threadIdx.x))];
        }
        __syncthreads();
        for (int k_1 = 0; k_1 < 16; ++k_1) {
          A_shared_local_ptr[0] = A_shared_ptr[((k_1 * 16) + ((int)threadIdx.x))];
          for (int ax1 = 0; ax1 < 4; ++ax1) {
            B_shared_local_ptr[ax1] = B_shared_ptr[(((k_1 * 64) + (((int)threadIdx.y) * 4)) + ax1)];
          }
          for (int j_1_2 = 0; j_1_2 < 4; ++j_1_2) {
            C_local_ptr[j_1_2] = (C_local_ptr[j_1_2] + (A_shared_local_ptr[0] * B_shared_local_ptr[j_1_2]));
          }
        }
      }
      for (int ax1_1 = 0; ax1_1 < 4; ++ax1_1) {
        C_ptr[(((((((((int)blockIdx.x) * 2097152) + (i_1_0 * 262144)) + (((int)threadIdx.x) * 16384)) + (((int)blockIdx.y) * 128)) + (j_1_0 * 64)) + (((int)threadIdx.y) * 4)) + ax1_1)] = C_local_ptr[ax1_1];
      }
    }
  }
}
