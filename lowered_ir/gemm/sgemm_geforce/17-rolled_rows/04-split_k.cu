// gemm/sgemm_geforce:rolled_rows:split_k
// C[i,j] += sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
// why: a slice of K fits in shared memory; each k is an outer product
// target: cuda sm_90
// build: cp.async on, storage rewrite off
// launch main_kernel: grid 16 x 32 x 1, block 256 x 1 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr, float* __restrict__ C_in_ptr) {
  alignas(64) float C_sum_local_ptr[128];
  int cse_v2 = (((int)blockIdx.x) * 256);
  int cse_v5 = ((((int)threadIdx.x) & 7) * 4);
  int cse_v13 = (((((int)threadIdx.x) & 127) >> 5) * 64);
  int cse_v14 = (((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384));
  for (int k_0 = 0; k_0 < 128; ++k_0) {
    for (int k_1 = 0; k_1 < 32; ++k_1) {
      for (int i_4 = 0; i_4 < 4; ++i_4) {
        for (int j_4 = 0; j_4 < 4; ++j_4) {
          int cse_v1 = (k_0 * 32);
          int cse_v4 = ((i_4 * 4) + j_4);
          int cse_v6 = (((i_4 * 4) + j_4) + 32);
          int cse_v7 = (((i_4 * 4) + j_4) + 64);
          int cse_v8 = (((i_4 * 4) + j_4) + 96);
          int cse_v9 = (((i_4 * 4) + j_4) + 16);
          int cse_v10 = (((i_4 * 4) + j_4) + 48);
          int cse_v11 = (((i_4 * 4) + j_4) + 80);
          int cse_v12 = (((i_4 * 4) + j_4) + 112);
          if (((k_0 * 32) + k_1) == 0) {
            C_sum_local_ptr[((i_4 * 4) + j_4)] = 0x0p+0f/*0.000000e+00*/;
            C_sum_local_ptr[(((i_4 * 4) + j_4) + 32)] = 0x0p+0f/*0.000000e+00*/;
            C_sum_local_ptr[(((i_4 * 4) + j_4) + 64)] = 0x0p+0f/*0.000000e+00*/;
            C_sum_local_ptr[(((i_4 * 4) + j_4) + 96)] = 0x0p+0f/*0.000000e+00*/;
            C_sum_local_ptr[(((i_4 * 4) + j_4) + 16)] = 0x0p+0f/*0.000000e+00*/;
            C_sum_local_ptr[(((i_4 * 4) + j_4) + 48)] = 0x0p+0f/*0.000000e+00*/;
            C_sum_local_ptr[(((i_4 * 4) + j_4) + 80)] = 0x0p+0f/*0.000000e+00*/;
            C_sum_local_ptr[(((i_4 * 4) + j_4) + 112)] = 0x0p+0f/*0.000000e+00*/;
          }
          int cse_v15 = ((((((k_0 * 131072) + (k_1 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4);
          int cse_v16 = ((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (i_4 * 4096)) + (k_0 * 32)) + k_1);
          C_sum_local_ptr[((i_4 * 4) + j_4)] = (C_sum_local_ptr[((i_4 * 4) + j_4)] + (A_ptr[((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (i_4 * 4096)) + (k_0 * 32)) + k_1)] * B_ptr[((((((k_0 * 131072) + (k_1 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4)]));
          int cse_v18 = (((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (i_4 * 4096)) + (k_0 * 32)) + k_1) + 65536);
          C_sum_local_ptr[(((i_4 * 4) + j_4) + 32)] = (C_sum_local_ptr[(((i_4 * 4) + j_4) + 32)] + (A_ptr[(((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (i_4 * 4096)) + (k_0 * 32)) + k_1) + 65536)] * B_ptr[((((((k_0 * 131072) + (k_1 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4)]));
          int cse_v19 = (((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (i_4 * 4096)) + (k_0 * 32)) + k_1) + 131072);
          C_sum_local_ptr[(((i_4 * 4) + j_4) + 64)] = (C_sum_local_ptr[(((i_4 * 4) + j_4) + 64)] + (A_ptr[(((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (i_4 * 4096)) + (k_0 * 32)) + k_1) + 131072)] * B_ptr[((((((k_0 * 131072) + (k_1 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4)]));
          int cse_v20 = (((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (i_4 * 4096)) + (k_0 * 32)) + k_1) + 196608);
          C_sum_local_ptr[(((i_4 * 4) + j_4) + 96)] = (C_sum_local_ptr[(((i_4 * 4) + j_4) + 96)] + (A_ptr[(((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (i_4 * 4096)) + (k_0 * 32)) + k_1) + 196608)] * B_ptr[((((((k_0 * 131072) + (k_1 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4)]));
          int cse_v17 = (((((((k_0 * 131072) + (k_1 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 32);
          C_sum_local_ptr[(((i_4 * 4) + j_4) + 16)] = (C_sum_local_ptr[(((i_4 * 4) + j_4) + 16)] + (A_ptr[((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (i_4 * 4096)) + (k_0 * 32)) + k_1)] * B_ptr[(((((((k_0 * 131072) + (k_1 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 32)]));
          C_sum_local_ptr[(((i_4 * 4) + j_4) + 48)] = (C_sum_local_ptr[(((i_4 * 4) + j_4) + 48)] + (A_ptr[(((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (i_4 * 4096)) + (k_0 * 32)) + k_1) + 65536)] * B_ptr[(((((((k_0 * 131072) + (k_1 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 32)]));
          C_sum_local_ptr[(((i_4 * 4) + j_4) + 80)] = (C_sum_local_ptr[(((i_4 * 4) + j_4) + 80)] + (A_ptr[(((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (i_4 * 4096)) + (k_0 * 32)) + k_1) + 131072)] * B_ptr[(((((((k_0 * 131072) + (k_1 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 32)]));
          C_sum_local_ptr[(((i_4 * 4) + j_4) + 112)] = (C_sum_local_ptr[(((i_4 * 4) + j_4) + 112)] + (A_ptr[(((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (i_4 * 4096)) + (k_0 * 32)) + k_1) + 196608)] * B_ptr[(((((((k_0 * 131072) + (k_1 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 32)]));
        }
      }
    }
  }
  for (int ax0 = 0; ax0 < 4; ++ax0) {
    int cse_v3 = (ax0 * 4);
    int cse_v21 = (((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4));
    float4 __1;
      float4 v_ = *(float4*)(C_in_ptr + (((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)));
      float4 v__1 = *(float4*)(C_sum_local_ptr + (ax0 * 4));
      __1.x = (v_.x+v__1.x);
      __1.y = (v_.y+v__1.y);
      __1.z = (v_.z+v__1.z);
      __1.w = (v_.w+v__1.w);
    *(float4*)(C_ptr + (((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4))) = __1;
    int cse_v22 = ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 65536);
    float4 __2;
      float4 v__2 = *(float4*)(C_in_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 65536));
      float4 v__3 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 32));
      __2.x = (v__2.x+v__3.x);
      __2.y = (v__2.y+v__3.y);
      __2.z = (v__2.z+v__3.z);
      __2.w = (v__2.w+v__3.w);
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 65536)) = __2;
    int cse_v23 = ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 131072);
    float4 __3;
      float4 v__4 = *(float4*)(C_in_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 131072));
      float4 v__5 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 64));
      __3.x = (v__4.x+v__5.x);
      __3.y = (v__4.y+v__5.y);
      __3.z = (v__4.z+v__5.z);
      __3.w = (v__4.w+v__5.w);
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 131072)) = __3;
    int cse_v24 = ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 196608);
    float4 __4;
      float4 v__6 = *(float4*)(C_in_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 196608));
      float4 v__7 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 96));
      __4.x = (v__6.x+v__7.x);
      __4.y = (v__6.y+v__7.y);
      __4.z = (v__6.z+v__7.z);
      __4.w = (v__6.w+v__7.w);
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 196608)) = __4;
    int cse_v25 = ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 32);
    float4 __5;
      float4 v__8 = *(float4*)(C_in_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 32));
      float4 v__9 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 16));
      __5.x = (v__8.x+v__9.x);
      __5.y = (v__8.y+v__9.y);
      __5.z = (v__8.z+v__9.z);
      __5.w = (v__8.w+v__9.w);
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 32)) = __5;
    int cse_v26 = ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 65568);
    float4 __6;
      float4 v__10 = *(float4*)(C_in_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 65568));
      float4 v__11 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 48));
      __6.x = (v__10.x+v__11.x);
      __6.y = (v__10.y+v__11.y);
      __6.z = (v__10.z+v__11.z);
      __6.w = (v__10.w+v__11.w);
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 65568)) = __6;
    int cse_v27 = ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 131104);
    float4 __7;
      float4 v__12 = *(float4*)(C_in_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 131104));
      float4 v__13 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 80));
      __7.x = (v__12.x+v__13.x);
      __7.y = (v__12.y+v__13.y);
      __7.z = (v__12.z+v__13.z);
      __7.w = (v__12.w+v__13.w);
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 131104)) = __7;
    int cse_v28 = ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 196640);
    float4 __8;
      float4 v__14 = *(float4*)(C_in_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 196640));
      float4 v__15 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 112));
      __8.x = (v__14.x+v__15.x);
      __8.y = (v__14.y+v__15.y);
      __8.z = (v__14.z+v__15.z);
      __8.w = (v__14.w+v__15.w);
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 524288) + ((((int)threadIdx.x) >> 7) * 262144)) + (((((int)threadIdx.x) & 31) >> 3) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 256)) + (((((int)threadIdx.x) & 127) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 196640)) = __8;
  }
}
