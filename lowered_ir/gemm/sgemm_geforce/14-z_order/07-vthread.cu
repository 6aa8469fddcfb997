// gemm/sgemm_geforce:z_order:vthread
// C[i,j] += sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
// why: all 128 accumulators in one loop over k, so that A and B are read once
// target: cuda sm_90
// launch main_kernel: grid 16 x 64 x 1, block 32 x 4 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(128) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr, float* __restrict__ C_in_ptr) {
  alignas(64) float C_sum_local_ptr[128];
  int cse_v1 = (((int)blockIdx.y) * 262144);
  int cse_v2 = (((int)blockIdx.x) * 256);
  int cse_v3 = (((int)threadIdx.y) * 32);
  int cse_v6 = ((((int)threadIdx.x) >> 4) * 8192);
  int cse_v7 = ((((int)threadIdx.x) & 1) * 4);
  int cse_v9 = (((((int)threadIdx.x) & 3) >> 1) * 4096);
  int cse_v10 = (((((int)threadIdx.x) & 15) >> 2) * 8);
  for (int k = 0; k < 4096; ++k) {
    for (int j_1_2 = 0; j_1_2 < 4; ++j_1_2) {
      if (k == 0) {
        for (int vthread_y_s = 0; vthread_y_s < 16; ++vthread_y_s) {
          int cse_v4 = ((vthread_y_s * 4) + j_1_2);
          C_sum_local_ptr[((vthread_y_s * 4) + j_1_2)] = 0x0p+0f/*0.000000e+00*/;
          C_sum_local_ptr[(((vthread_y_s * 4) + j_1_2) + 64)] = 0x0p+0f/*0.000000e+00*/;
        }
      }
      for (int vthread_y_s_1 = 0; vthread_y_s_1 < 16; ++vthread_y_s_1) {
        int cse_v5 = ((vthread_y_s_1 * 4) + j_1_2);
        int cse_v12 = (((((((int)blockIdx.y) * 262144) + (vthread_y_s_1 * 16384)) + ((((int)threadIdx.x) >> 4) * 8192)) + (((((int)threadIdx.x) & 3) >> 1) * 4096)) + k);
        int cse_v13 = ((((((k * 4096) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.y) * 32)) + (((((int)threadIdx.x) & 15) >> 2) * 8)) + ((((int)threadIdx.x) & 1) * 4)) + j_1_2);
        C_sum_local_ptr[((vthread_y_s_1 * 4) + j_1_2)] = (C_sum_local_ptr[((vthread_y_s_1 * 4) + j_1_2)] + (A_ptr[(((((((int)blockIdx.y) * 262144) + (vthread_y_s_1 * 16384)) + ((((int)threadIdx.x) >> 4) * 8192)) + (((((int)threadIdx.x) & 3) >> 1) * 4096)) + k)] * B_ptr[((((((k * 4096) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.y) * 32)) + (((((int)threadIdx.x) & 15) >> 2) * 8)) + ((((int)threadIdx.x) & 1) * 4)) + j_1_2)]));
        int cse_v11 = (((vthread_y_s_1 * 4) + j_1_2) + 64);
        C_sum_local_ptr[(((vthread_y_s_1 * 4) + j_1_2) + 64)] = (C_sum_local_ptr[(((vthread_y_s_1 * 4) + j_1_2) + 64)] + (A_ptr[(((((((int)blockIdx.y) * 262144) + (vthread_y_s_1 * 16384)) + ((((int)threadIdx.x) >> 4) * 8192)) + (((((int)threadIdx.x) & 3) >> 1) * 4096)) + k)] * B_ptr[(((((((k * 4096) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.y) * 32)) + (((((int)threadIdx.x) & 15) >> 2) * 8)) + ((((int)threadIdx.x) & 1) * 4)) + j_1_2) + 128)]));
      }
    }
  }
  for (int ax1 = 0; ax1 < 4; ++ax1) {
    for (int vthread_y_s_2 = 0; vthread_y_s_2 < 16; ++vthread_y_s_2) {
      int cse_v8 = ((vthread_y_s_2 * 4) + ax1);
      int cse_v14 = (((((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + ((((int)threadIdx.x) >> 4) * 8192)) + (((((int)threadIdx.x) & 3) >> 1) * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.y) * 32)) + (((((int)threadIdx.x) & 15) >> 2) * 8)) + ((((int)threadIdx.x) & 1) * 4)) + ax1);
      C_ptr[(((((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + ((((int)threadIdx.x) >> 4) * 8192)) + (((((int)threadIdx.x) & 3) >> 1) * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.y) * 32)) + (((((int)threadIdx.x) & 15) >> 2) * 8)) + ((((int)threadIdx.x) & 1) * 4)) + ax1)] = (C_in_ptr[(((((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + ((((int)threadIdx.x) >> 4) * 8192)) + (((((int)threadIdx.x) & 3) >> 1) * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.y) * 32)) + (((((int)threadIdx.x) & 15) >> 2) * 8)) + ((((int)threadIdx.x) & 1) * 4)) + ax1)] + C_sum_local_ptr[((vthread_y_s_2 * 4) + ax1)]);
      int cse_v15 = ((((((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + ((((int)threadIdx.x) >> 4) * 8192)) + (((((int)threadIdx.x) & 3) >> 1) * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.y) * 32)) + (((((int)threadIdx.x) & 15) >> 2) * 8)) + ((((int)threadIdx.x) & 1) * 4)) + ax1) + 128);
      C_ptr[((((((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + ((((int)threadIdx.x) >> 4) * 8192)) + (((((int)threadIdx.x) & 3) >> 1) * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.y) * 32)) + (((((int)threadIdx.x) & 15) >> 2) * 8)) + ((((int)threadIdx.x) & 1) * 4)) + ax1) + 128)] = (C_in_ptr[((((((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + ((((int)threadIdx.x) >> 4) * 8192)) + (((((int)threadIdx.x) & 3) >> 1) * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.y) * 32)) + (((((int)threadIdx.x) & 15) >> 2) * 8)) + ((((int)threadIdx.x) & 1) * 4)) + ax1) + 128)] + C_sum_local_ptr[(((vthread_y_s_2 * 4) + ax1) + 64)]);
    }
  }
}
