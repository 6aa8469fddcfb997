// gemm/hgemm:wmma:tensorize
// C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float16 -> float32
// why: 32 lanes together compute a GEMM of 16 x 16 x 16: 4096 FMAs
// target: cuda sm_90
// launch main_kernel: grid 8 x 32 x 2, block 32 x 4 x 2, shared 0 B static + 135168 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(half* __restrict__ A_ptr, half* __restrict__ B_ptr, half* __restrict__ C_ptr) {
  extern __shared__ __align__(64) uchar buf_dyn_shmem_ptr[];
  nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> C_sum_local_wmma_accumulator_ptr[16];
  nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, half, nvcuda::wmma::row_major> A_shared_dyn_local_wmma_matrix_a_ptr[4];
  nvcuda::wmma::fragment<nvcuda::wmma::matrix_b, 16, 16, 16, half, nvcuda::wmma::col_major> B_shared_dyn_local_wmma_matrix_b_ptr[4];
  for (int i_2_init = 0; i_2_init < 4; ++i_2_init) {
    for (int j_2_init = 0; j_2_init < 4; ++j_2_init) {
      nvcuda::wmma::fill_fragment(C_sum_local_wmma_accumulator_ptr[((i_2_init * 4) + j_2_init)], 0x0p+0f/*0.000000e+00*/);
    }
  }
  int cse_v1 = (((int)blockIdx.y) * 524288);
  for (int k_0 = 0; k_0 < 64; ++k_0) {
    int cse_v2 = (((int)threadIdx.z) * 65536);
    int cse_v3 = (((int)threadIdx.y) * 16384);
    int cse_v4 = (((int)threadIdx.x) >> 3);
    int cse_v5 = (k_0 * 64);
    int cse_v6 = (((int)threadIdx.z) * 1152);
    int cse_v7 = (((int)threadIdx.y) * 288);
    int cse_v12 = ((((int)threadIdx.x) >> 3) * 4096);
    int cse_v13 = ((((int)threadIdx.x) & 7) * 8);
    int cse_v14 = ((((int)threadIdx.x) >> 3) * 72);
    __syncthreads();
    for (int ax0_ax1_fused_0 = 0; ax0_ax1_fused_0 < 4; ++ax0_ax1_fused_0) {
      *(uint4*)(((half*)buf_dyn_shmem_ptr) + ((((((ax0_ax1_fused_0 * 2304) + (((int)threadIdx.z) * 1152)) + (((int)threadIdx.y) * 288)) + ((((int)threadIdx.x) >> 3) * 72)) + ((((int)threadIdx.x) & 7) * 8)) + 18432)) = *(uint4*)(A_ptr + (((((((((int)blockIdx.y) * 524288) + (ax0_ax1_fused_0 * 131072)) + (((int)threadIdx.z) * 65536)) + (((int)threadIdx.y) * 16384)) + ((((int)threadIdx.x) >> 3) * 4096)) + (k_0 * 64)) + ((((int)threadIdx.x) & 7) * 8)));
    }
    for (int ax0_ax1_fused_0_1 = 0; ax0_ax1_fused_0_1 < 8; ++ax0_ax1_fused_0_1) {
      *(uint4*)(((half*)buf_dyn_shmem_ptr) + (((((ax0_ax1_fused_0_1 * 2304) + (((int)threadIdx.z) * 1152)) + (((int)threadIdx.y) * 288)) + ((((int)threadIdx.x) >> 3) * 72)) + ((((int)threadIdx.x) & 7) * 8))) = *(uint4*)(B_ptr + ((((((((((int)blockIdx.z) * 8388608) + (((int)blockIdx.x) * 1048576)) + (ax0_ax1_fused_0_1 * 131072)) + (((int)threadIdx.z) * 65536)) + (((int)threadIdx.y) * 16384)) + ((((int)threadIdx.x) >> 3) * 4096)) + (k_0 * 64)) + ((((int)threadIdx.x) & 7) * 8)));
    }
    __syncthreads();
    for (int k_1 = 0; k_1 < 4; ++k_1) {
      int cse_v8 = (k_1 * 16);
      for (int ax0_0 = 0; ax0_0 < 4; ++ax0_0) {
        nvcuda::wmma::load_matrix_sync(A_shared_dyn_local_wmma_matrix_a_ptr[ax0_0], (&(((half*)buf_dyn_shmem_ptr)[((((((int)threadIdx.z) * 4608) + (ax0_0 * 1152)) + (k_1 * 16)) + 18432)])), 72);
      }
      for (int ax0_0_1 = 0; ax0_0_1 < 4; ++ax0_0_1) {
        nvcuda::wmma::load_matrix_sync(B_shared_dyn_local_wmma_matrix_b_ptr[ax0_0_1], (&(((half*)buf_dyn_shmem_ptr)[(((((int)threadIdx.y) * 4608) + (ax0_0_1 * 1152)) + (k_1 * 16))])), 72);
      }
      for (int i_2 = 0; i_2 < 4; ++i_2) {
        for (int j_2 = 0; j_2 < 4; ++j_2) {
          int cse_v15 = ((i_2 * 4) + j_2);
          nvcuda::wmma::mma_sync(C_sum_local_wmma_accumulator_ptr[((i_2 * 4) + j_2)], A_shared_dyn_local_wmma_matrix_a_ptr[i_2], B_shared_dyn_local_wmma_matrix_b_ptr[j_2], C_sum_local_wmma_accumulator_ptr[((i_2 * 4) + j_2)]);
        }
      }
    }
  }
  int cse_v9 = (((int)threadIdx.z) * 16896);
  int cse_v10 = (((int)threadIdx.y) * 64);
  __syncthreads();
  for (int ax0_0_2 = 0; ax0_0_2 < 4; ++ax0_0_2) {
    for (int ax1_0 = 0; ax1_0 < 4; ++ax1_0) {
      nvcuda::wmma::store_matrix_sync((&(((float*)buf_dyn_shmem_ptr)[((((((int)threadIdx.z) * 16896) + (ax0_0_2 * 4224)) + (((int)threadIdx.y) * 64)) + (ax1_0 * 16))])), C_sum_local_wmma_accumulator_ptr[((ax0_0_2 * 4) + ax1_0)], 264, nvcuda::wmma::mem_row_major);
    }
  }
  __syncthreads();
  for (int ax0_ax1_fused_0_2 = 0; ax0_ax1_fused_0_2 < 32; ++ax0_ax1_fused_0_2) {
    int cse_v11 = (((int)threadIdx.x) >> 4);
    int cse_v16 = ((((int)threadIdx.x) & 15) * 4);
    half4 __1;
    float4 v_ = *(float4*)(((float*)buf_dyn_shmem_ptr) + (((((((int)threadIdx.z) * 16896) + (ax0_ax1_fused_0_2 * 528)) + ((((int)threadIdx.x) >> 4) * 264)) + (((int)threadIdx.y) * 64)) + ((((int)threadIdx.x) & 15) * 4)));
    __1.x = (half)(v_.x);
    __1.y = (half)(v_.y);
    __1.z = (half)(v_.z);
    __1.w = (half)(v_.w);
    *(half4*)(C_ptr + ((((((((((int)blockIdx.y) * 524288) + (((int)threadIdx.z) * 262144)) + (ax0_ax1_fused_0_2 * 8192)) + ((((int)threadIdx.x) >> 4) * 4096)) + (((int)blockIdx.z) * 2048)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.y) * 64)) + ((((int)threadIdx.x) & 15) * 4))) = __1;
  }
}
