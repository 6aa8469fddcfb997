// gemm/sgemm_geforce:max_registers:bind_fetch
// C[i,j] += sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
// why: 4 floats per thread, adjacent threads load adjacent words, each word once
// target: cuda sm_90
// build: 20480 B of shared memory beyond need, at most 255 registers a thread
// launch main_kernel: grid 16 x 64 x 1, block 32 x 4 x 1, shared 40960 B static + 0 B dynamic

extern "C" __global__ void __maxnreg__(255) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr, float* __restrict__ C_in_ptr) {
  alignas(64) float C_sum_local_ptr[128];
  __shared__ alignas(64) float A_shared_ptr[1024];
  __shared__ alignas(64) float B_shared_ptr[9216];
  int cse_v1 = (((int)blockIdx.y) * 262144);
  int cse_v4 = (((int)threadIdx.x) * 4);
  int cse_v5 = (((int)blockIdx.x) * 256);
  for (int k_0 = 0; k_0 < 256; ++k_0) {
    int cse_v2 = (k_0 * 16);
    int cse_v3 = (((int)threadIdx.y) * 128);
    __syncthreads();
    for (int ax0_ax1_fused_0 = 0; ax0_ax1_fused_0 < 2; ++ax0_ax1_fused_0) {
      *(float4*)(A_shared_ptr + (((ax0_ax1_fused_0 * 512) + (((int)threadIdx.y) * 128)) + (((int)threadIdx.x) * 4))) = *(float4*)(A_ptr + ((((((((int)blockIdx.y) * 262144) + (ax0_ax1_fused_0 * 131072)) + (((int)threadIdx.y) * 32768)) + ((((int)threadIdx.x) >> 2) * 4096)) + (k_0 * 16)) + ((((int)threadIdx.x) & 3) * 4)));
    }
    for (int ax0_ax1_fused_0_1 = 0; ax0_ax1_fused_0_1 < 8; ++ax0_ax1_fused_0_1) {
      *(float4*)(B_shared_ptr + (((ax0_ax1_fused_0_1 * 512) + (((int)threadIdx.y) * 128)) + (((int)threadIdx.x) * 4))) = *(float4*)(B_ptr + ((((((k_0 * 65536) + (ax0_ax1_fused_0_1 * 8192)) + ((((int)threadIdx.y) >> 1) * 4096)) + (((int)blockIdx.x) * 256)) + ((((int)threadIdx.y) & 1) * 128)) + (((int)threadIdx.x) * 4)));
    }
    __syncthreads();
    for (int k_1 = 0; k_1 < 16; ++k_1) {
      for (int j_1_2 = 0; j_1_2 < 4; ++j_1_2) {
        if (((k_0 * 16) + k_1) == 0) {
          for (int vthread_y_s = 0; vthread_y_s < 16; ++vthread_y_s) {
            int cse_v6 = ((vthread_y_s * 4) + j_1_2);
            C_sum_local_ptr[((vthread_y_s * 4) + j_1_2)] = 0x0p+0f/*0.000000e+00*/;
            C_sum_local_ptr[(((vthread_y_s * 4) + j_1_2) + 64)] = 0x0p+0f/*0.000000e+00*/;
          }
        }
        for (int vthread_y_s_1 = 0; vthread_y_s_1 < 16; ++vthread_y_s_1) {
          int cse_v7 = ((vthread_y_s_1 * 4) + j_1_2);
          int cse_v9 = (((vthread_y_s_1 * 64) + (((int)threadIdx.y) * 16)) + k_1);
          int cse_v10 = (((k_1 * 256) + (((int)threadIdx.x) * 4)) + j_1_2);
          C_sum_local_ptr[((vthread_y_s_1 * 4) + j_1_2)] = (C_sum_local_ptr[((vthread_y_s_1 * 4) + j_1_2)] + (A_shared_ptr[(((vthread_y_s_1 * 64) + (((int)threadIdx.y) * 16)) + k_1)] * B_shared_ptr[(((k_1 * 256) + (((int)threadIdx.x) * 4)) + j_1_2)]));
          int cse_v11 = (((vthread_y_s_1 * 4) + j_1_2) + 64);
          C_sum_local_ptr[(((vthread_y_s_1 * 4) + j_1_2) + 64)] = (C_sum_local_ptr[(((vthread_y_s_1 * 4) + j_1_2) + 64)] + (A_shared_ptr[(((vthread_y_s_1 * 64) + (((int)threadIdx.y) * 16)) + k_1)] * B_shared_ptr[((((k_1 * 256) + (((int)threadIdx.x) * 4)) + j_1_2) + 128)]));
        }
      }
    }
  }
  for (int ax1 = 0; ax1 < 4; ++ax1) {
    for (int vthread_y_s_2 = 0; vthread_y_s_2 < 16; ++vthread_y_s_2) {
      int cse_v8 = ((vthread_y_s_2 * 4) + ax1);
      int cse_v12 = ((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1);
      C_ptr[((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1)] = (C_in_ptr[((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1)] + C_sum_local_ptr[((vthread_y_s_2 * 4) + ax1)]);
      int cse_v13 = (((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 128);
      C_ptr[(((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 128)] = (C_in_ptr[(((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 128)] + C_sum_local_ptr[(((vthread_y_s_2 * 4) + ax1) + 64)]);
    }
  }
}
