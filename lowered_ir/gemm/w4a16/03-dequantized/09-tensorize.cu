// gemm/w4a16:dequantized:tensorize
// C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
//     float32 -> float16
// why: ldmatrix loads four 8 x 8 matrices; two mma.sync multiply them
// target: cuda sm_90
// build: cp.async on
// launch main_kernel: grid 64 x 512 x 1, block 16 x 16 x 1, shared 0 B static + 0 B dynamic
// launch main_kernel_1: grid 128 x 1 x 1, block 32 x 4 x 1, shared 0 B static + 10240 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(int* __restrict__ W_ptr, half* __restrict__ W_value_ptr, half* __restrict__ scale_zero_ptr) {
  alignas(64) half W_value_local_ptr[8];
  for (int ax1 = 0; ax1 < 8; ++ax1) {
    int cse_v14 = (((((int)blockIdx.x) * 16384) + (((int)blockIdx.y) * 32)) + (((int)threadIdx.y) * 2));
    W_value_local_ptr[ax1] = ((((half)((W_ptr[((((((int)blockIdx.y) * 16384) + (((int)threadIdx.y) * 1024)) + (((int)blockIdx.x) * 16)) + ((int)threadIdx.x))] >> (ax1 * 4)) & 15)) - scale_zero_ptr[((((((int)blockIdx.x) * 16384) + (((int)blockIdx.y) * 32)) + (((int)threadIdx.y) * 2)) + 1)]) * scale_zero_ptr[(((((int)blockIdx.x) * 16384) + (((int)blockIdx.y) * 32)) + (((int)threadIdx.y) * 2))]);
  }
  for (int ax1_2 = 0; ax1_2 < 2; ++ax1_2) {
    int cse_v1 = (ax1_2 * 4);
    *(half4*)(W_value_ptr + (((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 8)) + (ax1_2 * 4))) = *(half4*)(W_value_local_ptr + (ax1_2 * 4));
  }
}

extern "C" __global__ void __launch_bounds__(128) main_kernel_1(half* __restrict__ A_ptr, half* __restrict__ C_ptr, half* __restrict__ W_value_ptr) {
  extern __shared__ __align__(64) uchar buf_dyn_shmem_ptr[];
  alignas(64) float C_sum_local_warp_ptr[8];
  alignas(64) half A_shared_dyn_local_warp_ptr[8];
  alignas(64) half W_value_shared_dyn_local_warp_ptr[8];
  alignas(64) float C_sum_local_local_ptr[8];
  for (int i = 0; i < 8; ++i) {
C_sum_local_warp_ptr[0 + i] = 0.0;}
;
  int cse_v6 = (((int)threadIdx.x) * 8);
  for (int k_0 = 0; k_0 < 128; ++k_0) {
    int cse_v2 = (((int)threadIdx.y) * 32768);
    int cse_v3 = (k_0 * 64);
    int cse_v4 = (((int)threadIdx.x) & 7);
    int cse_v5 = (((int)threadIdx.y) * 256);
    int cse_v10 = ((((int)threadIdx.x) >> 3) * 8192);
    int cse_v11 = ((((int)threadIdx.x) & 7) * 8);
    __syncthreads();
    *(uint4*)(((half*)buf_dyn_shmem_ptr) + ((((int)threadIdx.y) * 256) + (((int)threadIdx.x) * 8))) = *(uint4*)(A_ptr + ((((((int)threadIdx.y) * 32768) + ((((int)threadIdx.x) >> 3) * 8192)) + (k_0 * 64)) + ((((int)threadIdx.x) & 7) * 8)));
    for (int ax0_ax1_fused_0 = 0; ax0_ax1_fused_0 < 4; ++ax0_ax1_fused_0) {
      *(uint4*)(((half*)buf_dyn_shmem_ptr) + ((((ax0_ax1_fused_0 * 1024) + (((int)threadIdx.y) * 256)) + (((int)threadIdx.x) * 8)) + 1024)) = *(uint4*)(W_value_ptr + ((((((((int)blockIdx.x) * 524288) + (ax0_ax1_fused_0 * 131072)) + (((int)threadIdx.y) * 32768)) + ((((int)threadIdx.x) >> 3) * 8192)) + (k_0 * 64)) + ((((int)threadIdx.x) & 7) * 8)));
    }
    __syncthreads();
    for (int k_1 = 0; k_1 < 4; ++k_1) {
      int cse_v7 = (k_1 * 16);
      int cse_v8 = (((int)threadIdx.x) & 15);
      int cse_v9 = (((int)threadIdx.x) >> 4);

  {
    unsigned int addr = __cvta_generic_to_shared((&(((half*)buf_dyn_shmem_ptr)[(k_1 * 16)])) + (((((int)threadIdx.x) & 15) * 64) + ((((int)threadIdx.x) >> 4) * 8)));
    __asm__ __volatile__(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
      "{%0, %1, %2, %3}, [%4];\n"
      : "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 0))[0]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 0))[1]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 0))[2]), "=r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 0))[3])
      : "r"(addr)
    );
  }

  {
    unsigned int addr = __cvta_generic_to_shared((&(((half*)buf_dyn_shmem_ptr)[(((((int)threadIdx.y) * 1024) + (k_1 * 16)) + 1024)])) + ((((((int)threadIdx.x) >> 4) * 512) + ((((int)threadIdx.x) & 7) * 64)) + (((((int)threadIdx.x) & 15) >> 3) * 8)));
    __asm__ __volatile__(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
      "{%0, %1, %2, %3}, [%4];\n"
      : "=r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + 0))[0]), "=r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + 0))[1]), "=r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + 0))[2]), "=r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + 0))[3])
      : "r"(addr)
    );
  }

  {
    __asm__ __volatile__(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
      :  "=f"(((float *)(C_sum_local_warp_ptr + 0))[0]), "=f"(((float *)(C_sum_local_warp_ptr + 0))[1]), "=f"(((float *)(C_sum_local_warp_ptr + 0))[2]), "=f"(((float *)(C_sum_local_warp_ptr + 0))[3])
      : "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 0))[0]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 0))[1]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 0))[2]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 0))[3]), "r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + 0))[0]), "r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + 0))[1]), "f"(((float *)(C_sum_local_warp_ptr + 0))[0]), "f"(((float *)(C_sum_local_warp_ptr + 0))[1]), "f"(((float *)(C_sum_local_warp_ptr + 0))[2]), "f"(((float *)(C_sum_local_warp_ptr + 0))[3]));
  }
      int cse_v12 = ((((int)threadIdx.x) * 8) + 4);

  {
    __asm__ __volatile__(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"
      :  "=f"(((float *)(C_sum_local_warp_ptr + 4))[0]), "=f"(((float *)(C_sum_local_warp_ptr + 4))[1]), "=f"(((float *)(C_sum_local_warp_ptr + 4))[2]), "=f"(((float *)(C_sum_local_warp_ptr + 4))[3])
      : "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 0))[0]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 0))[1]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 0))[2]), "r"(((unsigned *)(A_shared_dyn_local_warp_ptr + 0))[3]), "r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + 4))[0]), "r"(((unsigned *)(W_value_shared_dyn_local_warp_ptr + 4))[1]), "f"(((float *)(C_sum_local_warp_ptr + 4))[0]), "f"(((float *)(C_sum_local_warp_ptr + 4))[1]), "f"(((float *)(C_sum_local_warp_ptr + 4))[2]), "f"(((float *)(C_sum_local_warp_ptr + 4))[3]));
  }
    }
  }
  for (int ax0_1 = 0; ax0_1 < 2; ++ax0_1) {
    for (int ax1_1 = 0; ax1_1 < 2; ++ax1_1) {
      int cse_v13 = ((((int)threadIdx.x) & 3) * 2);
      for (int ax3 = 0; ax3 < 2; ++ax3) {
        C_sum_local_local_ptr[(((((int)threadIdx.x) & 3) * 2) + ax3)] = C_sum_local_warp_ptr[(((ax1_1 * 4) + (ax0_1 * 2)) + ax3)];
      }
      half2 __1;
      float2 v_ = *(float2*)(C_sum_local_local_ptr + ((((int)threadIdx.x) & 3) * 2));
      __1.x = (half)(v_.x);
      __1.y = (half)(v_.y);
      *(half2*)(C_ptr + ((((((ax0_1 * 65536) + ((((int)threadIdx.x) >> 2) * 8192)) + (((int)blockIdx.x) * 64)) + (((int)threadIdx.y) * 16)) + (ax1_1 * 8)) + ((((int)threadIdx.x) & 3) * 2))) = __1;
    }
  }
}
