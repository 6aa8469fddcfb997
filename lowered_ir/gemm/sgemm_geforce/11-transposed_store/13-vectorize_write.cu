// gemm/sgemm_geforce:transposed_store:vectorize_write
// C[i,j] += sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
// why: each lane reads and writes C as float4
// target: cuda sm_90
// launch main_kernel: grid 16 x 64 x 1, block 32 x 4 x 1, shared 20480 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(128) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr, float* __restrict__ C_in_ptr) {
  alignas(64) float C_sum_local_ptr[128];
  __shared__ alignas(64) float A_shared_ptr[1024];
  alignas(64) float A_local_ptr[4];
  __shared__ alignas(64) float B_shared_ptr[4096];
  alignas(64) float B_shared_local_ptr[8];
  alignas(64) float A_shared_local_ptr[16];
  for (int i_1_2_init = 0; i_1_2_init < 4; ++i_1_2_init) {
    for (int j_1_2_init = 0; j_1_2_init < 4; ++j_1_2_init) {
      int cse_v10 = ((i_1_2_init * 4) + j_1_2_init);
      C_sum_local_ptr[((i_1_2_init * 4) + j_1_2_init)] = 0x0p+0f/*0.000000e+00*/;
      C_sum_local_ptr[(((i_1_2_init * 4) + j_1_2_init) + 64)] = 0x0p+0f/*0.000000e+00*/;
      C_sum_local_ptr[(((i_1_2_init * 4) + j_1_2_init) + 16)] = 0x0p+0f/*0.000000e+00*/;
      C_sum_local_ptr[(((i_1_2_init * 4) + j_1_2_init) + 80)] = 0x0p+0f/*0.000000e+00*/;
      C_sum_local_ptr[(((i_1_2_init * 4) + j_1_2_init) + 32)] = 0x0p+0f/*0.000000e+00*/;
      C_sum_local_ptr[(((i_1_2_init * 4) + j_1_2_init) + 96)] = 0x0p+0f/*0.000000e+00*/;
      C_sum_local_ptr[(((i_1_2_init * 4) + j_1_2_init) + 48)] = 0x0p+0f/*0.000000e+00*/;
      C_sum_local_ptr[(((i_1_2_init * 4) + j_1_2_init) + 112)] = 0x0p+0f/*0.000000e+00*/;
    }
  }
  int cse_v1 = (((int)blockIdx.y) * 262144);
  int cse_v3 = (((int)blockIdx.x) * 256);
  int cse_v4 = (((int)threadIdx.x) * 4);
  for (int k_0 = 0; k_0 < 256; ++k_0) {
    int cse_v2 = (((int)threadIdx.y) * 4);
    __syncthreads();
    for (int ax0_0 = 0; ax0_0 < 2; ++ax0_0) {
      *(float4*)(A_local_ptr + 0) = *(float4*)(A_ptr + (((((((int)blockIdx.y) * 262144) + (ax0_0 * 131072)) + (((int)threadIdx.x) * 4096)) + (k_0 * 16)) + (((int)threadIdx.y) * 4)));
      #pragma unroll
      for (int ax1_1 = 0; ax1_1 < 4; ++ax1_1) {
        A_shared_ptr[((((((int)threadIdx.y) * 256) + (ax1_1 * 64)) + (ax0_0 * 32)) + ((int)threadIdx.x))] = A_local_ptr[ax1_1];
      }
    }
    for (int ax0_ax1_fused_0 = 0; ax0_ax1_fused_0 < 8; ++ax0_ax1_fused_0) {
      *(float4*)(B_shared_ptr + (((ax0_ax1_fused_0 * 512) + (((int)threadIdx.y) * 128)) + (((int)threadIdx.x) * 4))) = *(float4*)(B_ptr + ((((((k_0 * 65536) + (ax0_ax1_fused_0 * 8192)) + ((((int)threadIdx.y) >> 1) * 4096)) + (((int)blockIdx.x) * 256)) + ((((int)threadIdx.y) & 1) * 128)) + (((int)threadIdx.x) * 4)));
    }
    __syncthreads();
    #pragma unroll
    for (int k_1 = 0; k_1 < 16; ++k_1) {
      int cse_v11 = ((k_1 * 256) + (((int)threadIdx.x) * 4));
      *(float4*)(B_shared_local_ptr + 0) = *(float4*)(B_shared_ptr + ((k_1 * 256) + (((int)threadIdx.x) * 4)));
      *(float4*)(B_shared_local_ptr + 4) = *(float4*)(B_shared_ptr + (((k_1 * 256) + (((int)threadIdx.x) * 4)) + 128));
      int cse_v12 = ((k_1 * 64) + (((int)threadIdx.y) * 4));
      *(float4*)(A_shared_local_ptr + 0) = *(float4*)(A_shared_ptr + ((k_1 * 64) + (((int)threadIdx.y) * 4)));
      *(float4*)(A_shared_local_ptr + 4) = *(float4*)(A_shared_ptr + (((k_1 * 64) + (((int)threadIdx.y) * 4)) + 16));
      *(float4*)(A_shared_local_ptr + 8) = *(float4*)(A_shared_ptr + (((k_1 * 64) + (((int)threadIdx.y) * 4)) + 32));
      *(float4*)(A_shared_local_ptr + 12) = *(float4*)(A_shared_ptr + (((k_1 * 64) + (((int)threadIdx.y) * 4)) + 48));
      #pragma unroll
      for (int i_1_2 = 0; i_1_2 < 4; ++i_1_2) {
        #pragma unroll
        for (int j_1_2 = 0; j_1_2 < 4; ++j_1_2) {
          int cse_v13 = ((i_1_2 * 4) + j_1_2);
          C_sum_local_ptr[((i_1_2 * 4) + j_1_2)] = (C_sum_local_ptr[((i_1_2 * 4) + j_1_2)] + (A_shared_local_ptr[i_1_2] * B_shared_local_ptr[j_1_2]));
          int cse_v5 = (j_1_2 + 4);
          int cse_v14 = (((i_1_2 * 4) + j_1_2) + 64);
          C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 64)] = (C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 64)] + (A_shared_local_ptr[i_1_2] * B_shared_local_ptr[(j_1_2 + 4)]));
          int cse_v6 = (i_1_2 + 4);
          int cse_v15 = (((i_1_2 * 4) + j_1_2) + 16);
          C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 16)] = (C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 16)] + (A_shared_local_ptr[(i_1_2 + 4)] * B_shared_local_ptr[j_1_2]));
          int cse_v16 = (((i_1_2 * 4) + j_1_2) + 80);
          C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 80)] = (C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 80)] + (A_shared_local_ptr[(i_1_2 + 4)] * B_shared_local_ptr[(j_1_2 + 4)]));
          int cse_v7 = (i_1_2 + 8);
          int cse_v17 = (((i_1_2 * 4) + j_1_2) + 32);
          C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 32)] = (C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 32)] + (A_shared_local_ptr[(i_1_2 + 8)] * B_shared_local_ptr[j_1_2]));
          int cse_v18 = (((i_1_2 * 4) + j_1_2) + 96);
          C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 96)] = (C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 96)] + (A_shared_local_ptr[(i_1_2 + 8)] * B_shared_local_ptr[(j_1_2 + 4)]));
          int cse_v8 = (i_1_2 + 12);
          int cse_v19 = (((i_1_2 * 4) + j_1_2) + 48);
          C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 48)] = (C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 48)] + (A_shared_local_ptr[(i_1_2 + 12)] * B_shared_local_ptr[j_1_2]));
          int cse_v20 = (((i_1_2 * 4) + j_1_2) + 112);
          C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 112)] = (C_sum_local_ptr[(((i_1_2 * 4) + j_1_2) + 112)] + (A_shared_local_ptr[(i_1_2 + 12)] * B_shared_local_ptr[(j_1_2 + 4)]));
        }
      }
    }
  }
  for (int ax0 = 0; ax0 < 4; ++ax0) {
    int cse_v9 = (ax0 * 4);
    int cse_v21 = (((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4));
    float4 __1;
      float4 v_ = *(float4*)(C_in_ptr + (((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)));
      float4 v__1 = *(float4*)(C_sum_local_ptr + (ax0 * 4));
      __1.x = (v_.x+v__1.x);
      __1.y = (v_.y+v__1.y);
      __1.z = (v_.z+v__1.z);
      __1.w = (v_.w+v__1.w);
    *(float4*)(C_ptr + (((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4))) = __1;
    int cse_v22 = ((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + 128);
    float4 __2;
      float4 v__2 = *(float4*)(C_in_ptr + ((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + 128));
      float4 v__3 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 64));
      __2.x = (v__2.x+v__3.x);
      __2.y = (v__2.y+v__3.y);
      __2.z = (v__2.z+v__3.z);
      __2.w = (v__2.w+v__3.w);
    *(float4*)(C_ptr + ((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + 128)) = __2;
    int cse_v23 = ((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + 65536);
    float4 __3;
      float4 v__4 = *(float4*)(C_in_ptr + ((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + 65536));
      float4 v__5 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 16));
      __3.x = (v__4.x+v__5.x);
      __3.y = (v__4.y+v__5.y);
      __3.z = (v__4.z+v__5.z);
      __3.w = (v__4.w+v__5.w);
    *(float4*)(C_ptr + ((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + 65536)) = __3;
    int cse_v24 = ((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + 65664);
    float4 __4;
      float4 v__6 = *(float4*)(C_in_ptr + ((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + 65664));
      float4 v__7 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 80));
      __4.x = (v__6.x+v__7.x);
      __4.y = (v__6.y+v__7.y);
      __4.z = (v__6.z+v__7.z);
      __4.w = (v__6.w+v__7.w);
    *(float4*)(C_ptr + ((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + 65664)) = __4;
    int cse_v25 = ((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + 131072);
    float4 __5;
      float4 v__8 = *(float4*)(C_in_ptr + ((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + 131072));
      float4 v__9 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 32));
      __5.x = (v__8.x+v__9.x);
      __5.y = (v__8.y+v__9.y);
      __5.z = (v__8.z+v__9.z);
      __5.w = (v__8.w+v__9.w);
    *(float4*)(C_ptr + ((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + 131072)) = __5;
    int cse_v26 = ((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + 131200);
    float4 __6;
      float4 v__10 = *(float4*)(C_in_ptr + ((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + 131200));
      float4 v__11 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 96));
      __6.x = (v__10.x+v__11.x);
      __6.y = (v__10.y+v__11.y);
      __6.z = (v__10.z+v__11.z);
      __6.w = (v__10.w+v__11.w);
    *(float4*)(C_ptr + ((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + 131200)) = __6;
    int cse_v27 = ((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + 196608);
    float4 __7;
      float4 v__12 = *(float4*)(C_in_ptr + ((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + 196608));
      float4 v__13 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 48));
      __7.x = (v__12.x+v__13.x);
      __7.y = (v__12.y+v__13.y);
      __7.z = (v__12.z+v__13.z);
      __7.w = (v__12.w+v__13.w);
    *(float4*)(C_ptr + ((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + 196608)) = __7;
    int cse_v28 = ((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + 196736);
    float4 __8;
      float4 v__14 = *(float4*)(C_in_ptr + ((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + 196736));
      float4 v__15 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 112));
      __8.x = (v__14.x+v__15.x);
      __8.y = (v__14.y+v__15.y);
      __8.z = (v__14.z+v__15.z);
      __8.w = (v__14.w+v__15.w);
    *(float4*)(C_ptr + ((((((((int)blockIdx.y) * 262144) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((int)threadIdx.x) * 4)) + 196736)) = __8;
  }
}
