// gemm/sgemm_geforce:no_i3_split:unroll
// C[i,j] += sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
// why: rows of A lie along k: with k unrolled, nvcc reads four k by one LDS.128
// target: cuda sm_90
// launch main_kernel: grid 16 x 64 x 1, block 32 x 4 x 1, shared 20480 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(128) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr, float* __restrict__ C_in_ptr) {
  alignas(64) float C_sum_local_ptr[128];
  __shared__ alignas(64) float A_shared_ptr[1024];
  __shared__ alignas(64) float B_shared_ptr[4096];
  alignas(64) float B_shared_local_ptr[8];
  for (int j_1_2_init = 0; j_1_2_init < 4; ++j_1_2_init) {
    for (int vthread_y_s = 0; vthread_y_s < 16; ++vthread_y_s) {
      int cse_v5 = ((vthread_y_s * 4) + j_1_2_init);
      C_sum_local_ptr[((vthread_y_s * 4) + j_1_2_init)] = 0x0p+0f/*0.000000e+00*/;
      C_sum_local_ptr[(((vthread_y_s * 4) + j_1_2_init) + 64)] = 0x0p+0f/*0.000000e+00*/;
    }
  }
  int cse_v1 = (((int)blockIdx.y) * 262144);
  int cse_v3 = (((int)threadIdx.x) * 4);
  int cse_v4 = (((int)blockIdx.x) * 256);
  for (int k_0 = 0; k_0 < 256; ++k_0) {
    int cse_v2 = (((int)threadIdx.y) * 128);
    __syncthreads();
    for (int ax0_ax1_fused_0 = 0; ax0_ax1_fused_0 < 2; ++ax0_ax1_fused_0) {
      *(float4*)(A_shared_ptr + (((ax0_ax1_fused_0 * 512) + (((int)threadIdx.y) * 128)) + (((int)threadIdx.x) * 4))) = *(float4*)(A_ptr + ((((((((int)blockIdx.y) * 262144) + (ax0_ax1_fused_0 * 131072)) + (((int)threadIdx.y) * 32768)) + ((((int)threadIdx.x) >> 2) * 4096)) + (k_0 * 16)) + ((((int)threadIdx.x) & 3) * 4)));
    }
    for (int ax0_ax1_fused_0_1 = 0; ax0_ax1_fused_0_1 < 8; ++ax0_ax1_fused_0_1) {
      *(float4*)(B_shared_ptr + (((ax0_ax1_fused_0_1 * 512) + (((int)threadIdx.y) * 128)) + (((int)threadIdx.x) * 4))) = *(float4*)(B_ptr + ((((((k_0 * 65536) + (ax0_ax1_fused_0_1 * 8192)) + ((((int)threadIdx.y) >> 1) * 4096)) + (((int)blockIdx.x) * 256)) + ((((int)threadIdx.y) & 1) * 128)) + (((int)threadIdx.x) * 4)));
    }
    __syncthreads();
    #pragma unroll
    for (int k_1 = 0; k_1 < 16; ++k_1) {
      int cse_v6 = ((k_1 * 256) + (((int)threadIdx.x) * 4));
      *(float4*)(B_shared_local_ptr + 0) = *(float4*)(B_shared_ptr + ((k_1 * 256) + (((int)threadIdx.x) * 4)));
      *(float4*)(B_shared_local_ptr + 4) = *(float4*)(B_shared_ptr + (((k_1 * 256) + (((int)threadIdx.x) * 4)) + 128));
      #pragma unroll
      for (int j_1_2 = 0; j_1_2 < 4; ++j_1_2) {
        #pragma unroll
        for (int vthread_y_s_1 = 0; vthread_y_s_1 < 16; ++vthread_y_s_1) {
          int cse_v7 = ((vthread_y_s_1 * 4) + j_1_2);
          int cse_v9 = (((vthread_y_s_1 * 64) + (((int)threadIdx.y) * 16)) + k_1);
          C_sum_local_ptr[((vthread_y_s_1 * 4) + j_1_2)] = (C_sum_local_ptr[((vthread_y_s_1 * 4) + j_1_2)] + (A_shared_ptr[(((vthread_y_s_1 * 64) + (((int)threadIdx.y) * 16)) + k_1)] * B_shared_local_ptr[j_1_2]));
          int cse_v10 = (((vthread_y_s_1 * 4) + j_1_2) + 64);
          C_sum_local_ptr[(((vthread_y_s_1 * 4) + j_1_2) + 64)] = (C_sum_local_ptr[(((vthread_y_s_1 * 4) + j_1_2) + 64)] + (A_shared_ptr[(((vthread_y_s_1 * 64) + (((int)threadIdx.y) * 16)) + k_1)] * B_shared_local_ptr[(j_1_2 + 4)]));
        }
      }
    }
  }
  for (int ax1 = 0; ax1 < 4; ++ax1) {
    for (int vthread_y_s_2 = 0; vthread_y_s_2 < 16; ++vthread_y_s_2) {
      int cse_v8 = ((vthread_y_s_2 * 4) + ax1);
      int cse_v11 = ((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1);
      C_ptr[((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1)] = (C_in_ptr[((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1)] + C_sum_local_ptr[((vthread_y_s_2 * 4) + ax1)]);
      int cse_v12 = (((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 128);
      C_ptr[(((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 128)] = (C_in_ptr[(((((((((int)blockIdx.y) * 262144) + (vthread_y_s_2 * 16384)) + (((int)threadIdx.y) * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + ax1) + 128)] + C_sum_local_ptr[(((vthread_y_s_2 * 4) + ax1) + 64)]);
    }
  }
}
