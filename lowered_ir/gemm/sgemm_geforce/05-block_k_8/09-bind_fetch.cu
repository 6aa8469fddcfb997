// gemm/sgemm_geforce:block_k_8:bind_fetch
// C[i,j] += sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
// why: one float per thread, adjacent threads load adjacent words, each word once
// target: cuda sm_90
// launch main_kernel: grid 16 x 64 x 1, block 32 x 4 x 1, shared 10240 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(128) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr, float* __restrict__ C_in_ptr) {
  alignas(64) float C_sum_local_ptr[128];
  __shared__ alignas(64) float A_shared_ptr[512];
  __shared__ alignas(64) float B_shared_ptr[2048];
  int cse_v1 = (((int)blockIdx.y) * 262144);
  int cse_v5 = (((int)blockIdx.x) * 256);
  for (int k_0 = 0; k_0 < 512; ++k_0) {
    int cse_v2 = (k_0 * 8);
    int cse_v3 = (((int)threadIdx.y) * 32);
    __syncthreads();
    for (int ax0_ax1_fused_0 = 0; ax0_ax1_fused_0 < 4; ++ax0_ax1_fused_0) {
      A_shared_ptr[(((ax0_ax1_fused_0 * 128) + (((int)threadIdx.y) * 32)) + ((int)threadIdx.x))] = A_ptr[((((((((int)blockIdx.y) * 262144) + (ax0_ax1_fused_0 * 65536)) + (((int)threadIdx.y) * 16384)) + ((((int)threadIdx.x) >> 3) * 4096)) + (k_0 * 8)) + (((int)threadIdx.x) & 7))];
    }
    for (int ax0_ax1_fused_0_1 = 0; ax0_ax1_fused_0_1 < 16; ++ax0_ax1_fused_0_1) {
      int cse_v4 = (ax0_ax1_fused_0_1 >> 1);
      int cse_v15 = ((((ax0_ax1_fused_0_1 * 128) + (((int)threadIdx.y) * 32)) + ((int)threadIdx.x)) & 255);
      B_shared_ptr[(((ax0_ax1_fused_0_1 >> 1) * 256) + ((((ax0_ax1_fused_0_1 * 128) + (((int)threadIdx.y) * 32)) + ((int)threadIdx.x)) & 255))] = B_ptr[((((k_0 * 32768) + ((ax0_ax1_fused_0_1 >> 1) * 4096)) + (((int)blockIdx.x) * 256)) + ((((ax0_ax1_fused_0_1 * 128) + (((int)threadIdx.y) * 32)) + ((int)threadIdx.x)) & 255))];
    }
    __syncthreads();
    for (int k_1 = 0; k_1 < 8; ++k_1) {
      if (((k_0 * 8) + k_1) == 0) {
        for (int vthread_y_s = 0; vthread_y_s < 16; ++vthread_y_s) {
          C_sum_local_ptr[vthread_y_s] = 0x0p+0f/*0.000000e+00*/;
          C_sum_local_ptr[(vthread_y_s + 16)] = 0x0p+0f/*0.000000e+00*/;
          C_sum_local_ptr[(vthread_y_s + 32)] = 0x0p+0f/*0.000000e+00*/;
          C_sum_local_ptr[(vthread_y_s + 48)] = 0x0p+0f/*0.000000e+00*/;
          C_sum_local_ptr[(vthread_y_s + 64)] = 0x0p+0f/*0.000000e+00*/;
          C_sum_local_ptr[(vthread_y_s + 80)] = 0x0p+0f/*0.000000e+00*/;
          C_sum_local_ptr[(vthread_y_s + 96)] = 0x0p+0f/*0.000000e+00*/;
          C_sum_local_ptr[(vthread_y_s + 112)] = 0x0p+0f/*0.000000e+00*/;
        }
      }
      for (int vthread_y_s_1 = 0; vthread_y_s_1 < 16; ++vthread_y_s_1) {
        int cse_v13 = ((k_1 * 256) + ((int)threadIdx.x));
        int cse_v14 = (((vthread_y_s_1 * 32) + (((int)threadIdx.y) * 8)) + k_1);
        C_sum_local_ptr[vthread_y_s_1] = (C_sum_local_ptr[vthread_y_s_1] + (A_shared_ptr[(((vthread_y_s_1 * 32) + (((int)threadIdx.y) * 8)) + k_1)] * B_shared_ptr[((k_1 * 256) + ((int)threadIdx.x))]));
        int cse_v6 = (vthread_y_s_1 + 16);
        C_sum_local_ptr[(vthread_y_s_1 + 16)] = (C_sum_local_ptr[(vthread_y_s_1 + 16)] + (A_shared_ptr[(((vthread_y_s_1 * 32) + (((int)threadIdx.y) * 8)) + k_1)] * B_shared_ptr[(((k_1 * 256) + ((int)threadIdx.x)) + 32)]));
        int cse_v7 = (vthread_y_s_1 + 32);
        C_sum_local_ptr[(vthread_y_s_1 + 32)] = (C_sum_local_ptr[(vthread_y_s_1 + 32)] + (A_shared_ptr[(((vthread_y_s_1 * 32) + (((int)threadIdx.y) * 8)) + k_1)] * B_shared_ptr[(((k_1 * 256) + ((int)threadIdx.x)) + 64)]));
        int cse_v8 = (vthread_y_s_1 + 48);
        C_sum_local_ptr[(vthread_y_s_1 + 48)] = (C_sum_local_ptr[(vthread_y_s_1 + 48)] + (A_shared_ptr[(((vthread_y_s_1 * 32) + (((int)threadIdx.y) * 8)) + k_1)] * B_shared_ptr[(((k_1 * 256) + ((int)threadIdx.x)) + 96)]));
        int cse_v9 = (vthread_y_s_1 + 64);
        C_sum_local_ptr[(vthread_y_s_1 + 64)] = (C_sum_local_ptr[(vthread_y_s_1 + 64)] + (A_shared_ptr[(((vthread_y_s_1 * 32) + (((int)threadIdx.y) * 8)) + k_1)] * B_shared_ptr[(((k_1 * 256) + ((int)threadIdx.x)) + 128)]));
        int cse_v10 = (vthread_y_s_1 + 80);
        C_sum_local_ptr[(vthread_y_s_1 + 80)] = (C_sum_local_ptr[(vthread_y_s_1 + 80)] + (A_shared_ptr[(((vthread_y_s_1 * 32) + (((int)threadIdx.y) * 8)) + k_1)] * B_shared_ptr[(((k_1 * 256) + ((int)threadIdx.x)) + 160)]));
        int cse_v11 = (vthread_y_s_1 + 96);
        C_sum_local_ptr[(vthread_y_s_1 + 96)] = (C_sum_local_ptr[(vthread_y_s_1 + 96)] + (A_shared_ptr[(((vthread_y_s_1 * 32) + (((int)threadIdx.y) * 8)) + k_1)] * B_shared_ptr[(((k_1 * 256) + ((int)threadIdx.x)) + 192)]));
        int cse_v12 = (vthread_y_s_1 + 112);
        C_sum_local_ptr[(vthread_y_s_1 + 112)] = (C_sum_local_ptr[(vthread_y_s_1 + 112)] + (A_shared_ptr[(((vthread_y_s_1 * 32) + (((int)threadIdx.y) * 8)) + k_1)] * B_shared_ptr[(((k_1 * 256) + ((int)threadIdx.x)) + 224)]));
      }
    }
  }
  for (int vthread_y_s_2 = 0; vthread_y_s_2 < 16; ++vthread_y_s_2) {
    int cse_v16 = (((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + ((int)threadIdx.x));
    C_ptr[(((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + ((int)threadIdx.x))] = (C_in_ptr[(((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + ((int)threadIdx.x))] + C_sum_local_ptr[vthread_y_s_2]);
    int cse_v17 = ((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + ((int)threadIdx.x)) + 32);
    C_ptr[((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + ((int)threadIdx.x)) + 32)] = (C_in_ptr[((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + ((int)threadIdx.x)) + 32)] + C_sum_local_ptr[(vthread_y_s_2 + 16)]);
    int cse_v18 = ((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + ((int)threadIdx.x)) + 64);
    C_ptr[((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + ((int)threadIdx.x)) + 64)] = (C_in_ptr[((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + ((int)threadIdx.x)) + 64)] + C_sum_local_ptr[(vthread_y_s_2 + 32)]);
    int cse_v19 = ((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + ((int)threadIdx.x)) + 96);
    C_ptr[((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + ((int)threadIdx.x)) + 96)] = (C_in_ptr[((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + ((int)threadIdx.x)) + 96)] + C_sum_local_ptr[(vthread_y_s_2 + 48)]);
    int cse_v20 = ((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + ((int)threadIdx.x)) + 128);
    C_ptr[((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + ((int)threadIdx.x)) + 128)] = (C_in_ptr[((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + ((int)threadIdx.x)) + 128)] + C_sum_local_ptr[(vthread_y_s_2 + 64)]);
    int cse_v21 = ((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + ((int)threadIdx.x)) + 160);
    C_ptr[((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + ((int)threadIdx.x)) + 160)] = (C_in_ptr[((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + ((int)threadIdx.x)) + 160)] + C_sum_local_ptr[(vthread_y_s_2 + 80)]);
    int cse_v22 = ((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + ((int)threadIdx.x)) + 192);
    C_ptr[((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + ((int)threadIdx.x)) + 192)] = (C_in_ptr[((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + ((int)threadIdx.x)) + 192)] + C_sum_local_ptr[(vthread_y_s_2 + 96)]);
    int cse_v23 = ((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + ((int)threadIdx.x)) + 224);
    C_ptr[((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + ((int)threadIdx.x)) + 224)] = (C_in_ptr[((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + ((int)threadIdx.x)) + 224)] + C_sum_local_ptr[(vthread_y_s_2 + 112)]);
  }
}
