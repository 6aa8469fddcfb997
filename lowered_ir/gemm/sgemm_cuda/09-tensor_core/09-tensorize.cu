// gemm/sgemm_cuda:tensor_core:tensorize
// C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32, multiplied as float16
// why: 32 lanes together compute a GEMM of 16 x 16 x 16: 4096 FMAs
// target: cuda sm_90
// launch main_kernel: grid 8 x 16 x 2, block 32 x 2 x 2, shared 0 B static + 9728 B dynamic

extern "C" __global__ void __launch_bounds__(128) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  extern __shared__ __align__(64) uchar buf_dyn_shmem_ptr[];
  nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> C_local_wmma_accumulator_ptr[4];
  nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, half, nvcuda::wmma::row_major> A_shared_dyn_local_wmma_matrix_a_ptr[2];
  nvcuda::wmma::fragment<nvcuda::wmma::matrix_b, 16, 16, 16, half, nvcuda::wmma::row_major> B_shared_dyn_local_wmma_matrix_b_ptr[2];
  for (int i_2_init = 0; i_2_init < 2; ++i_2_init) {
    for (int j_2_init = 0; j_2_init < 2; ++j_2_init) {
      nvcuda::wmma::fill_fragment(C_local_wmma_accumulator_ptr[((i_2_init * 2) + j_2_init)], 0x0p+0f/*0.000000e+00*/);
    }
  }
  int cse_v1 = (((int)blockIdx.y) * 65536);
  int cse_v4 = (((int)blockIdx.z) * 512);
  int cse_v5 = (((int)blockIdx.x) * 64);
  int cse_v6 = (((int)threadIdx.y) * 32);
  for (int k_0 = 0; k_0 < 32; ++k_0) {
    __syncthreads();
    for (int ax0_ax1_fused_0 = 0; ax0_ax1_fused_0 < 4; ++ax0_ax1_fused_0) {
      int cse_v2 = (((int)threadIdx.x) >> 3);
      int cse_v7 = ((((int)threadIdx.x) & 7) * 4);
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
      int cse_v8 = ((((int)threadIdx.x) & 15) * 4);
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
        nvcuda::wmma::load_matrix_sync(A_shared_dyn_local_wmma_matrix_a_ptr[ax0_0], (&(((half*)buf_dyn_shmem_ptr)[((((((int)threadIdx.z) * 1280) + (ax0_0 * 640)) + (k_1 * 16)) + 2304)])), 40);
      }
      for (int ax1_0 = 0; ax1_0 < 2; ++ax1_0) {
        nvcuda::wmma::load_matrix_sync(B_shared_dyn_local_wmma_matrix_b_ptr[ax1_0], (&(((half*)buf_dyn_shmem_ptr)[(((k_1 * 1152) + (((int)threadIdx.y) * 32)) + (ax1_0 * 16))])), 72);
      }
      for (int i_2 = 0; i_2 < 2; ++i_2) {
        for (int j_2 = 0; j_2 < 2; ++j_2) {
          int cse_v9 = ((i_2 * 2) + j_2);
          nvcuda::wmma::mma_sync(C_local_wmma_accumulator_ptr[((i_2 * 2) + j_2)], A_shared_dyn_local_wmma_matrix_a_ptr[i_2], B_shared_dyn_local_wmma_matrix_b_ptr[j_2], C_local_wmma_accumulator_ptr[((i_2 * 2) + j_2)]);
        }
      }
    }
  }
  for (int ax0_0_1 = 0; ax0_0_1 < 2; ++ax0_0_1) {
    for (int ax1_0_1 = 0; ax1_0_1 < 2; ++ax1_0_1) {
      nvcuda::wmma::store_matrix_sync((&(C_ptr[(((((((((int)blockIdx.y) * 65536) + (((int)threadIdx.z) * 32768)) + (ax0_0_1 * 16384)) + (((int)blockIdx.z) * 512)) + (((int)blockIdx.x) * 64)) + (((int)threadIdx.y) * 32)) + (ax1_0_1 * 16))])), C_local_wmma_accumulator_ptr[((ax0_0_1 * 2) + ax1_0_1)], 1024, nvcuda::wmma::mem_row_major);
    }
  }
}
