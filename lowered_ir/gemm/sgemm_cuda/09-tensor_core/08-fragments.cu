// gemm/sgemm_cuda:tensor_core:fragments
// C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32, multiplied as float16
// why: the next operands of a warp, in registers
// target: cuda sm_90
// launch main_kernel: grid 8 x 16 x 2, block 32 x 2 x 2, shared 0 B static + 9728 B dynamic

extern "C" __global__ void __launch_bounds__(128) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  extern __shared__ __align__(64) uchar buf_dyn_shmem_ptr[];
  alignas(64) float C_local_ptr[1024];
  alignas(64) half A_shared_dyn_local_ptr[512];
  alignas(64) half B_shared_dyn_local_ptr[512];
  int cse_v1 = (((int)blockIdx.y) * 65536);
  int cse_v4 = (((int)blockIdx.z) * 512);
  int cse_v5 = (((int)blockIdx.x) * 64);
  int cse_v6 = (((int)threadIdx.y) * 32);
  for (int k_0 = 0; k_0 < 32; ++k_0) {
    __syncthreads();
    for (int ax0_ax1_fused_0 = 0; ax0_ax1_fused_0 < 4; ++ax0_ax1_fused_0) {
      int cse_v2 = (((int)threadIdx.x) >> 3);
      int cse_v10 = ((((int)threadIdx.x) & 7) * 4);
      half4 __1;
      float4 v_ = *(float4*)(A_ptr + (((((((((int)blockIdx.y) * 65536) + (ax0_ax1_fused_0 * 16384)) + (((int)threadIdx.z) * 8192)) + (((int)threadIdx.y) * 4096)) + ((((int)threadIdx.x) >> 3) * 1024)) + (k_0 * 32)) + ((((int)threadIdx.x) & 7) * 4)));
      __1.x = (half)(v_.x);
      __1.y = (half)(v_.y);
      __1.z = (half)(v_.z);
      __1.w = (half)(v_.w);
      *(half4*)(((half*)buf_dyn_shmem_ptr) + ((((((ax0_ax1_fused_0 * 640) + (((int)threadIdx.z) * 320)) + (((int)threadIdx.y) * 160)) + ((((int)threadIdx.x) >> 3) * 40)) + ((((int)threadIdx.x) & 7) * 4)) + 2304)) = __1;
    }
    for (int ax0_ax1_fused_0_1 = 0; ax0_ax1_fused_0_1 < 4; ++ax0_ax1_fused_0_1) {
      int cse_v3 = (((int)threadIdx.x) >> 4);
      int cse_v11 = ((((int)threadIdx.x) & 15) * 4);
      half4 __2;
      float4 v__1 = *(float4*)(B_ptr + ((((((((k_0 * 32768) + (ax0_ax1_fused_0_1 * 8192)) + (((int)threadIdx.z) * 4096)) + (((int)threadIdx.y) * 2048)) + ((((int)threadIdx.x) >> 4) * 1024)) + (((int)blockIdx.z) * 512)) + (((int)blockIdx.x) * 64)) + ((((int)threadIdx.x) & 15) * 4)));
      __2.x = (half)(v__1.x);
      __2.y = (half)(v__1.y);
      __2.z = (half)(v__1.z);
      __2.w = (half)(v__1.w);
      *(half4*)(((half*)buf_dyn_shmem_ptr) + (((((ax0_ax1_fused_0_1 * 576) + (((int)threadIdx.z) * 288)) + (((int)threadIdx.y) * 144)) + ((((int)threadIdx.x) >> 4) * 72)) + ((((int)threadIdx.x) & 15) * 4))) = __2;
    }
    __syncthreads();
    for (int k_1 = 0; k_1 < 2; ++k_1) {
      for (int ax0_0 = 0; ax0_0 < 2; ++ax0_0) {
        for (int ax0_1 = 0; ax0_1 < 16; ++ax0_1) {
          for (int ax1_1 = 0; ax1_1 < 16; ++ax1_1) {
            A_shared_dyn_local_ptr[(((ax0_0 * 256) + (ax0_1 * 16)) + ax1_1)] = ((half*)buf_dyn_shmem_ptr)[((((((((int)threadIdx.z) * 1280) + (ax0_0 * 640)) + (ax0_1 * 40)) + (k_1 * 16)) + ax1_1) + 2304)];
          }
        }
      }
      for (int ax1_0 = 0; ax1_0 < 2; ++ax1_0) {
        for (int ax0_1_1 = 0; ax0_1_1 < 16; ++ax0_1_1) {
          for (int ax1_1_1 = 0; ax1_1_1 < 16; ++ax1_1_1) {
            int cse_v7 = (ax1_0 * 16);
            B_shared_dyn_local_ptr[(((ax0_1_1 * 32) + (ax1_0 * 16)) + ax1_1_1)] = ((half*)buf_dyn_shmem_ptr)[(((((k_1 * 1152) + (ax0_1_1 * 72)) + (((int)threadIdx.y) * 32)) + (ax1_0 * 16)) + ax1_1_1)];
          }
        }
      }
      for (int i_2 = 0; i_2 < 2; ++i_2) {
        for (int j_2 = 0; j_2 < 2; ++j_2) {
          int cse_v8 = (i_2 * 512);
          int cse_v9 = (j_2 * 16);
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
                int cse_v12 = ((((i_2 * 512) + (i_3_1 * 32)) + (j_2 * 16)) + j_3_1);
                C_local_ptr[((((i_2 * 512) + (i_3_1 * 32)) + (j_2 * 16)) + j_3_1)] = (C_local_ptr[((((i_2 * 512) + (i_3_1 * 32)) + (j_2 * 16)) + j_3_1)] + (((float)A_shared_dyn_local_ptr[(((i_2 * 256) + (i_3_1 * 16)) + k_2)]) * ((float)B_shared_dyn_local_ptr[(((k_2 * 32) + (j_2 * 16)) + j_3_1)])));
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
