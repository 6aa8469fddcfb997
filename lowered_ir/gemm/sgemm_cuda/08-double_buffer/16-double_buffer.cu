// gemm/sgemm_cuda:double_buffer:double_buffer
// C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
// why: slice k + 1 is stored without waiting for the readers of slice k
// target: cuda sm_90
// launch main_kernel: grid 8 x 8 x 1, block 16 x 16 x 1, shared 16640 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  alignas(64) float C_local_ptr[64];
  __shared__ alignas(64) float A_shared_ptr[2112];
  __shared__ alignas(64) float B_shared_ptr[2048];
  alignas(64) float A_shared_local_ptr[8];
  alignas(64) float B_shared_local_ptr[8];
  alignas(64) float A_shared_local_ptr_1[8];
  alignas(64) float B_shared_local_ptr_1[8];
  for (int i_1_2_init = 0; i_1_2_init < 4; ++i_1_2_init) {
    for (int j_1_2_init = 0; j_1_2_init < 4; ++j_1_2_init) {
      int cse_v15 = ((i_1_2_init * 4) + j_1_2_init);
      C_local_ptr[((i_1_2_init * 4) + j_1_2_init)] = 0x0p+0f/*0.000000e+00*/;
      C_local_ptr[(((i_1_2_init * 4) + j_1_2_init) + 32)] = 0x0p+0f/*0.000000e+00*/;
      C_local_ptr[(((i_1_2_init * 4) + j_1_2_init) + 16)] = 0x0p+0f/*0.000000e+00*/;
      C_local_ptr[(((i_1_2_init * 4) + j_1_2_init) + 48)] = 0x0p+0f/*0.000000e+00*/;
    }
  }
  int cse_v1 = (((int)blockIdx.y) * 131072);
  int cse_v2 = (((int)threadIdx.x) >> 1);
  int cse_v3 = (((int)threadIdx.x) & 1);
  int cse_v4 = (((int)threadIdx.y) * 8);
  int cse_v16 = ((((int)threadIdx.x) & 1) * 4);
  int cse_v17 = ((((int)threadIdx.x) & 1) * 528);
  int cse_v25 = (((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + ((((int)threadIdx.x) >> 1) * 1024));
    int4 v_ = make_int4((((((((int)threadIdx.x) & 1) * 528) + (((int)threadIdx.y) * 8)) + (((int)threadIdx.x) >> 1)))+(132*0), (((((((int)threadIdx.x) & 1) * 528) + (((int)threadIdx.y) * 8)) + (((int)threadIdx.x) >> 1)))+(132*1), (((((((int)threadIdx.x) & 1) * 528) + (((int)threadIdx.y) * 8)) + (((int)threadIdx.x) >> 1)))+(132*2), (((((((int)threadIdx.x) & 1) * 528) + (((int)threadIdx.y) * 8)) + (((int)threadIdx.x) >> 1)))+(132*3));
    float4 v__1 = *(float4*)(A_ptr + ((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + ((((int)threadIdx.x) >> 1) * 1024)) + ((((int)threadIdx.x) & 1) * 4)));
    A_shared_ptr[v_.x] = v__1.x;
    A_shared_ptr[v_.y] = v__1.y;
    A_shared_ptr[v_.z] = v__1.z;
    A_shared_ptr[v_.w] = v__1.w;
  int cse_v5 = (((int)blockIdx.x) * 128);
  int cse_v6 = (((int)threadIdx.x) * 4);
  int cse_v7 = (((int)threadIdx.y) * 64);
  int cse_v18 = ((((int)threadIdx.y) >> 1) * 1024);
  int cse_v19 = ((((int)threadIdx.y) & 1) * 64);
  *(float4*)(B_shared_ptr + ((((int)threadIdx.y) * 64) + (((int)threadIdx.x) * 4))) = *(float4*)(B_ptr + (((((((int)threadIdx.y) >> 1) * 1024) + (((int)blockIdx.x) * 128)) + ((((int)threadIdx.y) & 1) * 64)) + (((int)threadIdx.x) * 4)));
  int cse_v9 = (((int)threadIdx.y) * 4);
  for (int k_0_outer = 0; k_0_outer < 127; ++k_0_outer) {
    int cse_v20 = ((k_0_outer + 1) & 1);
    __syncthreads();
      int4 v__2 = make_int4((((((((k_0_outer + 1) & 1) * 1056) + ((((int)threadIdx.x) & 1) * 528)) + (((int)threadIdx.y) * 8)) + (((int)threadIdx.x) >> 1)))+(132*0), (((((((k_0_outer + 1) & 1) * 1056) + ((((int)threadIdx.x) & 1) * 528)) + (((int)threadIdx.y) * 8)) + (((int)threadIdx.x) >> 1)))+(132*1), (((((((k_0_outer + 1) & 1) * 1056) + ((((int)threadIdx.x) & 1) * 528)) + (((int)threadIdx.y) * 8)) + (((int)threadIdx.x) >> 1)))+(132*2), (((((((k_0_outer + 1) & 1) * 1056) + ((((int)threadIdx.x) & 1) * 528)) + (((int)threadIdx.y) * 8)) + (((int)threadIdx.x) >> 1)))+(132*3));
      float4 v__3 = *(float4*)(A_ptr + ((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 8192)) + ((((int)threadIdx.x) >> 1) * 1024)) + (k_0_outer * 8)) + ((((int)threadIdx.x) & 1) * 4)) + 8));
      A_shared_ptr[v__2.x] = v__3.x;
      A_shared_ptr[v__2.y] = v__3.y;
      A_shared_ptr[v__2.z] = v__3.z;
      A_shared_ptr[v__2.w] = v__3.w;
    *(float4*)(B_shared_ptr + (((((k_0_outer + 1) & 1) * 1024) + (((int)threadIdx.y) * 64)) + (((int)threadIdx.x) * 4))) = *(float4*)(B_ptr + ((((((k_0_outer * 8192) + ((((int)threadIdx.y) >> 1) * 1024)) + (((int)blockIdx.x) * 128)) + ((((int)threadIdx.y) & 1) * 64)) + (((int)threadIdx.x) * 4)) + 8192));
    #pragma unroll
    for (int k_1 = 0; k_1 < 8; ++k_1) {
      int cse_v8 = (k_0_outer & 1);
      int cse_v32 = ((((k_0_outer & 1) * 1056) + (k_1 * 132)) + (((int)threadIdx.y) * 4));
      *(float4*)(A_shared_local_ptr + 0) = *(float4*)(A_shared_ptr + ((((k_0_outer & 1) * 1056) + (k_1 * 132)) + (((int)threadIdx.y) * 4)));
      *(float4*)(A_shared_local_ptr + 4) = *(float4*)(A_shared_ptr + (((((k_0_outer & 1) * 1056) + (k_1 * 132)) + (((int)threadIdx.y) * 4)) + 64));
      int cse_v33 = ((((k_0_outer & 1) * 1024) + (k_1 * 128)) + (((int)threadIdx.x) * 4));
      *(float4*)(B_shared_local_ptr + 0) = *(float4*)(B_shared_ptr + ((((k_0_outer & 1) * 1024) + (k_1 * 128)) + (((int)threadIdx.x) * 4)));
      *(float4*)(B_shared_local_ptr + 4) = *(float4*)(B_shared_ptr + (((((k_0_outer & 1) * 1024) + (k_1 * 128)) + (((int)threadIdx.x) * 4)) + 64));
      #pragma unroll
      for (int i_1_2 = 0; i_1_2 < 4; ++i_1_2) {
        #pragma unroll
        for (int j_1_2 = 0; j_1_2 < 4; ++j_1_2) {
          int cse_v21 = ((i_1_2 * 4) + j_1_2);
          C_local_ptr[((i_1_2 * 4) + j_1_2)] = (C_local_ptr[((i_1_2 * 4) + j_1_2)] + (A_shared_local_ptr[i_1_2] * B_shared_local_ptr[j_1_2]));
          int cse_v10 = (i_1_2 + 4);
          int cse_v26 = (((i_1_2 * 4) + j_1_2) + 32);
          C_local_ptr[(((i_1_2 * 4) + j_1_2) + 32)] = (C_local_ptr[(((i_1_2 * 4) + j_1_2) + 32)] + (A_shared_local_ptr[(i_1_2 + 4)] * B_shared_local_ptr[j_1_2]));
          int cse_v11 = (j_1_2 + 4);
          int cse_v27 = (((i_1_2 * 4) + j_1_2) + 16);
          C_local_ptr[(((i_1_2 * 4) + j_1_2) + 16)] = (C_local_ptr[(((i_1_2 * 4) + j_1_2) + 16)] + (A_shared_local_ptr[i_1_2] * B_shared_local_ptr[(j_1_2 + 4)]));
          int cse_v28 = (((i_1_2 * 4) + j_1_2) + 48);
          C_local_ptr[(((i_1_2 * 4) + j_1_2) + 48)] = (C_local_ptr[(((i_1_2 * 4) + j_1_2) + 48)] + (A_shared_local_ptr[(i_1_2 + 4)] * B_shared_local_ptr[(j_1_2 + 4)]));
        }
      }
    }
  }
  __syncthreads();
  #pragma unroll
  for (int k_1_1 = 0; k_1_1 < 8; ++k_1_1) {
    int cse_v22 = ((k_1_1 * 132) + (((int)threadIdx.y) * 4));
    *(float4*)(A_shared_local_ptr_1 + 0) = *(float4*)(A_shared_ptr + (((k_1_1 * 132) + (((int)threadIdx.y) * 4)) + 1056));
    *(float4*)(A_shared_local_ptr_1 + 4) = *(float4*)(A_shared_ptr + (((k_1_1 * 132) + (((int)threadIdx.y) * 4)) + 1120));
    int cse_v23 = ((k_1_1 * 128) + (((int)threadIdx.x) * 4));
    *(float4*)(B_shared_local_ptr_1 + 0) = *(float4*)(B_shared_ptr + (((k_1_1 * 128) + (((int)threadIdx.x) * 4)) + 1024));
    *(float4*)(B_shared_local_ptr_1 + 4) = *(float4*)(B_shared_ptr + (((k_1_1 * 128) + (((int)threadIdx.x) * 4)) + 1088));
    #pragma unroll
    for (int i_1_2_1 = 0; i_1_2_1 < 4; ++i_1_2_1) {
      #pragma unroll
      for (int j_1_2_1 = 0; j_1_2_1 < 4; ++j_1_2_1) {
        int cse_v24 = ((i_1_2_1 * 4) + j_1_2_1);
        C_local_ptr[((i_1_2_1 * 4) + j_1_2_1)] = (C_local_ptr[((i_1_2_1 * 4) + j_1_2_1)] + (A_shared_local_ptr_1[i_1_2_1] * B_shared_local_ptr_1[j_1_2_1]));
        int cse_v12 = (i_1_2_1 + 4);
        int cse_v29 = (((i_1_2_1 * 4) + j_1_2_1) + 32);
        C_local_ptr[(((i_1_2_1 * 4) + j_1_2_1) + 32)] = (C_local_ptr[(((i_1_2_1 * 4) + j_1_2_1) + 32)] + (A_shared_local_ptr_1[(i_1_2_1 + 4)] * B_shared_local_ptr_1[j_1_2_1]));
        int cse_v13 = (j_1_2_1 + 4);
        int cse_v30 = (((i_1_2_1 * 4) + j_1_2_1) + 16);
        C_local_ptr[(((i_1_2_1 * 4) + j_1_2_1) + 16)] = (C_local_ptr[(((i_1_2_1 * 4) + j_1_2_1) + 16)] + (A_shared_local_ptr_1[i_1_2_1] * B_shared_local_ptr_1[(j_1_2_1 + 4)]));
        int cse_v31 = (((i_1_2_1 * 4) + j_1_2_1) + 48);
        C_local_ptr[(((i_1_2_1 * 4) + j_1_2_1) + 48)] = (C_local_ptr[(((i_1_2_1 * 4) + j_1_2_1) + 48)] + (A_shared_local_ptr_1[(i_1_2_1 + 4)] * B_shared_local_ptr_1[(j_1_2_1 + 4)]));
      }
    }
  }
  for (int ax0 = 0; ax0 < 4; ++ax0) {
    int cse_v14 = (ax0 * 4);
    int cse_v34 = (((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (ax0 * 1024)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4));
    *(float4*)(C_ptr + (((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (ax0 * 1024)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4))) = *(float4*)(C_local_ptr + (ax0 * 4));
    *(float4*)(C_ptr + ((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (ax0 * 1024)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + 65536)) = *(float4*)(C_local_ptr + ((ax0 * 4) + 32));
    *(float4*)(C_ptr + ((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (ax0 * 1024)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + 64)) = *(float4*)(C_local_ptr + ((ax0 * 4) + 16));
    *(float4*)(C_ptr + ((((((((int)blockIdx.y) * 131072) + (((int)threadIdx.y) * 4096)) + (ax0 * 1024)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + 65600)) = *(float4*)(C_local_ptr + ((ax0 * 4) + 48));
  }
}
