// gemm/fp8gemm:pairs:split_pairs
// C[i,j] = scale_a[i] scale_b[j] sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float8_e4m3fn -> float32 ->
//     bfloat16
// why: a slice of K in shared memory; an fp8x2 has two elements along k
// target: cuda sm_90
// launch main_kernel: grid 32 x 32 x 1, block 16 x 16 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(__nv_fp8_e4m3* __restrict__ A_ptr, __nv_fp8_e4m3* __restrict__ B_ptr, nv_bfloat16* __restrict__ C_ptr, float* __restrict__ scale_a_ptr, float* __restrict__ scale_b_ptr) {
  alignas(64) float C_sum_local_ptr[64];
  int cse_v7 = ((((int)blockIdx.y) * 524288) + (((int)threadIdx.y) * 16384));
  for (int k_0 = 0; k_0 < 256; ++k_0) {
    for (int k_1 = 0; k_1 < 8; ++k_1) {
      for (int i_3 = 0; i_3 < 4; ++i_3) {
        for (int j_3 = 0; j_3 < 4; ++j_3) {
          for (int k_2 = 0; k_2 < 2; ++k_2) {
            int cse_v1 = (k_0 * 16);
            int cse_v2 = (k_1 * 2);
            int cse_v6 = ((i_3 * 4) + j_3);
            int cse_v9 = (((i_3 * 4) + j_3) + 32);
            int cse_v10 = (((i_3 * 4) + j_3) + 16);
            int cse_v11 = (((i_3 * 4) + j_3) + 48);
            if ((((k_0 * 16) + (k_1 * 2)) + k_2) == 0) {
              C_sum_local_ptr[((i_3 * 4) + j_3)] = 0x0p+0f/*0.000000e+00*/;
              C_sum_local_ptr[(((i_3 * 4) + j_3) + 32)] = 0x0p+0f/*0.000000e+00*/;
              C_sum_local_ptr[(((i_3 * 4) + j_3) + 16)] = 0x0p+0f/*0.000000e+00*/;
              C_sum_local_ptr[(((i_3 * 4) + j_3) + 48)] = 0x0p+0f/*0.000000e+00*/;
            }
            int cse_v16 = ((((((((int)blockIdx.y) * 524288) + (((int)threadIdx.y) * 16384)) + (i_3 * 4096)) + (k_0 * 16)) + (k_1 * 2)) + k_2);
            int cse_v17 = ((((((((int)blockIdx.x) * 524288) + (((int)threadIdx.x) * 16384)) + (j_3 * 4096)) + (k_0 * 16)) + (k_1 * 2)) + k_2);
            C_sum_local_ptr[((i_3 * 4) + j_3)] = (C_sum_local_ptr[((i_3 * 4) + j_3)] + (((float)A_ptr[((((((((int)blockIdx.y) * 524288) + (((int)threadIdx.y) * 16384)) + (i_3 * 4096)) + (k_0 * 16)) + (k_1 * 2)) + k_2)]) * ((float)B_ptr[((((((((int)blockIdx.x) * 524288) + (((int)threadIdx.x) * 16384)) + (j_3 * 4096)) + (k_0 * 16)) + (k_1 * 2)) + k_2)])));
            int cse_v18 = (((((((((int)blockIdx.y) * 524288) + (((int)threadIdx.y) * 16384)) + (i_3 * 4096)) + (k_0 * 16)) + (k_1 * 2)) + k_2) + 262144);
            C_sum_local_ptr[(((i_3 * 4) + j_3) + 32)] = (C_sum_local_ptr[(((i_3 * 4) + j_3) + 32)] + (((float)A_ptr[(((((((((int)blockIdx.y) * 524288) + (((int)threadIdx.y) * 16384)) + (i_3 * 4096)) + (k_0 * 16)) + (k_1 * 2)) + k_2) + 262144)]) * ((float)B_ptr[((((((((int)blockIdx.x) * 524288) + (((int)threadIdx.x) * 16384)) + (j_3 * 4096)) + (k_0 * 16)) + (k_1 * 2)) + k_2)])));
            int cse_v19 = (((((((((int)blockIdx.x) * 524288) + (((int)threadIdx.x) * 16384)) + (j_3 * 4096)) + (k_0 * 16)) + (k_1 * 2)) + k_2) + 262144);
            C_sum_local_ptr[(((i_3 * 4) + j_3) + 16)] = (C_sum_local_ptr[(((i_3 * 4) + j_3) + 16)] + (((float)A_ptr[((((((((int)blockIdx.y) * 524288) + (((int)threadIdx.y) * 16384)) + (i_3 * 4096)) + (k_0 * 16)) + (k_1 * 2)) + k_2)]) * ((float)B_ptr[(((((((((int)blockIdx.x) * 524288) + (((int)threadIdx.x) * 16384)) + (j_3 * 4096)) + (k_0 * 16)) + (k_1 * 2)) + k_2) + 262144)])));
            C_sum_local_ptr[(((i_3 * 4) + j_3) + 48)] = (C_sum_local_ptr[(((i_3 * 4) + j_3) + 48)] + (((float)A_ptr[(((((((((int)blockIdx.y) * 524288) + (((int)threadIdx.y) * 16384)) + (i_3 * 4096)) + (k_0 * 16)) + (k_1 * 2)) + k_2) + 262144)]) * ((float)B_ptr[(((((((((int)blockIdx.x) * 524288) + (((int)threadIdx.x) * 16384)) + (j_3 * 4096)) + (k_0 * 16)) + (k_1 * 2)) + k_2) + 262144)])));
          }
        }
      }
    }
  }
  for (int ax0 = 0; ax0 < 4; ++ax0) {
    int cse_v3 = (ax0 * 4);
    int cse_v4 = (((int)blockIdx.x) * 128);
    int cse_v5 = (((int)threadIdx.x) * 4);
    int cse_v8 = ((((int)blockIdx.x) * 128) + (((int)threadIdx.x) * 4));
    int cse_v12 = (((((int)blockIdx.y) * 128) + (((int)threadIdx.y) * 4)) + ax0);
    int cse_v15 = (((((((int)blockIdx.y) * 524288) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4));
    nv_bfloat164 __1;
    float4 __2;
      float4 __3;
        float4 v_ = *(float4*)(C_sum_local_ptr + (ax0 * 4));
        float4 v__1 = make_float4(scale_a_ptr[(((((int)blockIdx.y) * 128) + (((int)threadIdx.y) * 4)) + ax0)], scale_a_ptr[(((((int)blockIdx.y) * 128) + (((int)threadIdx.y) * 4)) + ax0)], scale_a_ptr[(((((int)blockIdx.y) * 128) + (((int)threadIdx.y) * 4)) + ax0)], scale_a_ptr[(((((int)blockIdx.y) * 128) + (((int)threadIdx.y) * 4)) + ax0)]);
        __3.x = (v_.x*v__1.x);
        __3.y = (v_.y*v__1.y);
        __3.z = (v_.z*v__1.z);
        __3.w = (v_.w*v__1.w);
      float4 v__2 = *(float4*)(scale_b_ptr + ((((int)blockIdx.x) * 128) + (((int)threadIdx.x) * 4)));
      __2.x = (__3.x*v__2.x);
      __2.y = (__3.y*v__2.y);
      __2.z = (__3.z*v__2.z);
      __2.w = (__3.w*v__2.w);
    __1.x = (nv_bfloat16)(__2.x);
    __1.y = (nv_bfloat16)(__2.y);
    __1.z = (nv_bfloat16)(__2.z);
    __1.w = (nv_bfloat16)(__2.w);
    *(nv_bfloat164*)(C_ptr + (((((((int)blockIdx.y) * 524288) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4))) = __1;
    int cse_v14 = ((((((int)blockIdx.y) * 128) + (((int)threadIdx.y) * 4)) + ax0) + 64);
    nv_bfloat164 __4;
    float4 __5;
      float4 __6;
        float4 v__3 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 32));
        float4 v__4 = make_float4(scale_a_ptr[((((((int)blockIdx.y) * 128) + (((int)threadIdx.y) * 4)) + ax0) + 64)], scale_a_ptr[((((((int)blockIdx.y) * 128) + (((int)threadIdx.y) * 4)) + ax0) + 64)], scale_a_ptr[((((((int)blockIdx.y) * 128) + (((int)threadIdx.y) * 4)) + ax0) + 64)], scale_a_ptr[((((((int)blockIdx.y) * 128) + (((int)threadIdx.y) * 4)) + ax0) + 64)]);
        __6.x = (v__3.x*v__4.x);
        __6.y = (v__3.y*v__4.y);
        __6.z = (v__3.z*v__4.z);
        __6.w = (v__3.w*v__4.w);
      float4 v__5 = *(float4*)(scale_b_ptr + ((((int)blockIdx.x) * 128) + (((int)threadIdx.x) * 4)));
      __5.x = (__6.x*v__5.x);
      __5.y = (__6.y*v__5.y);
      __5.z = (__6.z*v__5.z);
      __5.w = (__6.w*v__5.w);
    __4.x = (nv_bfloat16)(__5.x);
    __4.y = (nv_bfloat16)(__5.y);
    __4.z = (nv_bfloat16)(__5.z);
    __4.w = (nv_bfloat16)(__5.w);
    *(nv_bfloat164*)(C_ptr + ((((((((int)blockIdx.y) * 524288) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + 262144)) = __4;
    int cse_v13 = (((((int)blockIdx.x) * 128) + (((int)threadIdx.x) * 4)) + 64);
    nv_bfloat164 __7;
    float4 __8;
      float4 __9;
        float4 v__6 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 16));
        float4 v__7 = make_float4(scale_a_ptr[(((((int)blockIdx.y) * 128) + (((int)threadIdx.y) * 4)) + ax0)], scale_a_ptr[(((((int)blockIdx.y) * 128) + (((int)threadIdx.y) * 4)) + ax0)], scale_a_ptr[(((((int)blockIdx.y) * 128) + (((int)threadIdx.y) * 4)) + ax0)], scale_a_ptr[(((((int)blockIdx.y) * 128) + (((int)threadIdx.y) * 4)) + ax0)]);
        __9.x = (v__6.x*v__7.x);
        __9.y = (v__6.y*v__7.y);
        __9.z = (v__6.z*v__7.z);
        __9.w = (v__6.w*v__7.w);
      float4 v__8 = *(float4*)(scale_b_ptr + (((((int)blockIdx.x) * 128) + (((int)threadIdx.x) * 4)) + 64));
      __8.x = (__9.x*v__8.x);
      __8.y = (__9.y*v__8.y);
      __8.z = (__9.z*v__8.z);
      __8.w = (__9.w*v__8.w);
    __7.x = (nv_bfloat16)(__8.x);
    __7.y = (nv_bfloat16)(__8.y);
    __7.z = (nv_bfloat16)(__8.z);
    __7.w = (nv_bfloat16)(__8.w);
    *(nv_bfloat164*)(C_ptr + ((((((((int)blockIdx.y) * 524288) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + 64)) = __7;
    nv_bfloat164 __10;
    float4 __11;
      float4 __12;
        float4 v__9 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 48));
        float4 v__10 = make_float4(scale_a_ptr[((((((int)blockIdx.y) * 128) + (((int)threadIdx.y) * 4)) + ax0) + 64)], scale_a_ptr[((((((int)blockIdx.y) * 128) + (((int)threadIdx.y) * 4)) + ax0) + 64)], scale_a_ptr[((((((int)blockIdx.y) * 128) + (((int)threadIdx.y) * 4)) + ax0) + 64)], scale_a_ptr[((((((int)blockIdx.y) * 128) + (((int)threadIdx.y) * 4)) + ax0) + 64)]);
        __12.x = (v__9.x*v__10.x);
        __12.y = (v__9.y*v__10.y);
        __12.z = (v__9.z*v__10.z);
        __12.w = (v__9.w*v__10.w);
      float4 v__11 = *(float4*)(scale_b_ptr + (((((int)blockIdx.x) * 128) + (((int)threadIdx.x) * 4)) + 64));
      __11.x = (__12.x*v__11.x);
      __11.y = (__12.y*v__11.y);
      __11.z = (__12.z*v__11.z);
      __11.w = (__12.w*v__11.w);
    __10.x = (nv_bfloat16)(__11.x);
    __10.y = (nv_bfloat16)(__11.y);
    __10.z = (nv_bfloat16)(__11.z);
    __10.w = (nv_bfloat16)(__11.w);
    *(nv_bfloat164*)(C_ptr + ((((((((int)blockIdx.y) * 524288) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + 262208)) = __10;
  }
}
