// gemm/sgemm_cuda:double_buffer:unroll
// C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
// why: #pragma unroll: a run-time index would put the accumulators in local memory
// target: cuda sm_90
// launch main_kernel: grid 8 x 8 x 1, block 16 x 16 x 1, shared 8320 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  alignas(64) float C_local_ptr[64];
  __shared__ alignas(64) float A_shared_ptr[1056];
  __shared__ alignas(64) float B_shared_ptr[1024];
  alignas(64) float A_shared_local_ptr[8];
  alignas(64) float B_shared_local_ptr[8];
  int cse_v1 = (((int)blockIdx.y) * 131072);
  int cse_v5 = (((int)blockIdx.x) * 128);
  int cse_v6 = (((int)threadIdx.x) * 4);
  for (int k_0 = 0; k_0 < 128; ++k_0) {
    int cse_v2 = (((int)threadIdx.x) >> 1);
    int cse_v3 = (k_0 * 8);
    int cse_v4 = (((int)threadIdx.x) & 1);
    __syncthreads();
      int4 v_ = make_int4((((((((int)threadIdx.x) & 1) * 528) + (((int)threadIdx.y) * 8)) + (((int)threadIdx.x) >> 1)))+(132*0), (((((((int)threadIdx.x) & 1) * 528) + (((int)threadIdx.y) * 8)) + (((int)threadIdx.x) >> 1)))+(132*1), (((((((int)threadIdx.x) & 1) * 528) + (((int)threadIdx.y) * 8)) + (((int)threadIdx.x) >> 1)))+(132*2), (((((((int)threadIdx.x) & 1) * 528) + (((int)threadIdx.y) * 8)) + (((int)threadIdx.x) >> 1)))+(132*3));
      float4 v__1 = *(float4*)(A_ptr + (((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + ((((int)threadIdx.x) >> 1) * 1024)) + (k_0 * 8)) + ((((int)threadIdx.x) & 1) * 4)));
      A_shared_ptr[v_.x] = v__1.x;
      A_shared_ptr[v_.y] = v__1.y;
      A_shared_ptr[v_.z] = v__1.z;
      A_shared_ptr[v_.w] = v__1.w;
    *(float4*)(B_shared_ptr + ((((int)threadIdx.y) * 64) + (((int)threadIdx.x) * 4))) = *(float4*)(B_ptr + (((((k_0 * 8192) + ((((int)threadIdx.y) >> 1) * 1024)) + (((int)blockIdx.x) * 128)) + ((((int)threadIdx.y) & 1) * 64)) + (((int)threadIdx.x) * 4)));
    __syncthreads();
    #pragma unroll
    for (int k_1 = 0; k_1 < 8; ++k_1) {
      int cse_v10 = ((k_1 * 132) + (((int)threadIdx.y) * 4));
      *(float4*)(A_shared_local_ptr + 0) = *(float4*)(A_shared_ptr + ((k_1 * 132) + (((int)threadIdx.y) * 4)));
      *(float4*)(A_shared_local_ptr + 4) = *(float4*)(A_shared_ptr + (((k_1 * 132) + (((int)threadIdx.y) * 4)) + 64));
      int cse_v11 = ((k_1 * 128) + (((int)threadIdx.x) * 4));
      *(float4*)(B_shared_local_ptr + 0) = *(float4*)(B_shared_ptr + ((k_1 * 128) + (((int)threadIdx.x) * 4)));
      *(float4*)(B_shared_local_ptr + 4) = *(float4*)(B_shared_ptr + (((k_1 * 128) + (((int)threadIdx.x) * 4)) + 64));
      #pragma unroll
      for (int i_1_2 = 0; i_1_2 < 4; ++i_1_2) {
        #pragma unroll
        for (int j_1_2 = 0; j_1_2 < 4; ++j_1_2) {
          int cse_v12 = ((i_1_2 * 4) + j_1_2);
          int cse_v13 = (((i_1_2 * 4) + j_1_2) + 32);
          int cse_v14 = (((i_1_2 * 4) + j_1_2) + 16);
          int cse_v15 = (((i_1_2 * 4) + j_1_2) + 48);
          if (((k_0 * 8) + k_1) == 0) {
            C_local_ptr[((i_1_2 * 4) + j_1_2)] = 0x0p+0f/*0.000000e+00*/;
            C_local_ptr[(((i_1_2 * 4) + j_1_2) + 32)] = 0x0p+0f/*0.000000e+00*/;
            C_local_ptr[(((i_1_2 * 4) + j_1_2) + 16)] = 0x0p+0f/*0.000000e+00*/;
            C_local_ptr[(((i_1_2 * 4) + j_1_2) + 48)] = 0x0p+0f/*0.000000e+00*/;
          }
          C_local_ptr[((i_1_2 * 4) + j_1_2)] = (C_local_ptr[((i_1_2 * 4) + j_1_2)] + (A_shared_local_ptr[i_1_2] * B_shared_local_ptr[j_1_2]));
          int cse_v7 = (i_1_2 + 4);
          C_local_ptr[(((i_1_2 * 4) + j_1_2) + 32)] = (C_local_ptr[(((i_1_2 * 4) + j_1_2) + 32)] + (A_shared_local_ptr[(i_1_2 + 4)] * B_shared_local_ptr[j_1_2]));
          int cse_v8 = (j_1_2 + 4);
          C_local_ptr[(((i_1_2 * 4) + j_1_2) + 16)] = (C_local_ptr[(((i_1_2 * 4) + j_1_2) + 16)] + (A_shared_local_ptr[i_1_2] * B_shared_local_ptr[(j_1_2 + 4)]));
          C_local_ptr[(((i_1_2 * 4) + j_1_2) + 48)] = (C_local_ptr[(((i_1_2 * 4) + j_1_2) + 48)] + (A_shared_local_ptr[(i_1_2 + 4)] * B_shared_local_ptr[(j_1_2 + 4)]));
        }
      }
    }
  }
  for (int ax0 = 0; ax0 < 4; ++ax0) {
    int cse_v9 = (ax0 * 4);
    int cse_v16 = (((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (ax0 * 1024)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4));
    *(float4*)(C_ptr + (((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (ax0 * 1024)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4))) = *(float4*)(C_local_ptr + (ax0 * 4));
    *(float4*)(C_ptr + ((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (ax0 * 1024)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + 65536)) = *(float4*)(C_local_ptr + ((ax0 * 4) + 32));
    *(float4*)(C_ptr + ((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (ax0 * 1024)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + 64)) = *(float4*)(C_local_ptr + ((ax0 * 4) + 16));
    *(float4*)(C_ptr + ((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (ax0 * 1024)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + 65600)) = *(float4*)(C_local_ptr + ((ax0 * 4) + 48));
  }
}
