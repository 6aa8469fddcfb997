// gemm/hgemm:half2:split_pairs
// C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float16 -> float32
// why: a slice of K in shared memory; a half2 has two elements along k
// target: cuda sm_90
// launch main_kernel: grid 32 x 32 x 1, block 16 x 16 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(half* __restrict__ A_ptr, half* __restrict__ B_ptr, half* __restrict__ C_ptr) {
  alignas(64) float C_sum_local_ptr[64];
  int cse_v5 = ((((int)blockIdx.y) * 524288) + (((int)threadIdx.y) * 16384));
  for (int k_0 = 0; k_0 < 256; ++k_0) {
    for (int k_1 = 0; k_1 < 8; ++k_1) {
      for (int i_3 = 0; i_3 < 4; ++i_3) {
        for (int j_3 = 0; j_3 < 4; ++j_3) {
          for (int k_2 = 0; k_2 < 2; ++k_2) {
            int cse_v1 = (k_0 * 16);
            int cse_v2 = (k_1 * 2);
            int cse_v4 = ((i_3 * 4) + j_3);
            int cse_v6 = (((i_3 * 4) + j_3) + 32);
            int cse_v7 = (((i_3 * 4) + j_3) + 16);
            int cse_v8 = (((i_3 * 4) + j_3) + 48);
            if ((((k_0 * 16) + (k_1 * 2)) + k_2) == 0) {
              C_sum_local_ptr[((i_3 * 4) + j_3)] = 0x0p+0f/*0.000000e+00*/;
              C_sum_local_ptr[(((i_3 * 4) + j_3) + 32)] = 0x0p+0f/*0.000000e+00*/;
              C_sum_local_ptr[(((i_3 * 4) + j_3) + 16)] = 0x0p+0f/*0.000000e+00*/;
              C_sum_local_ptr[(((i_3 * 4) + j_3) + 48)] = 0x0p+0f/*0.000000e+00*/;
            }
            int cse_v10 = ((((((((int)blockIdx.y) * 524288) + (((int)threadIdx.y) * 16384)) + (i_3 * 4096)) + (k_0 * 16)) + (k_1 * 2)) + k_2);
            int cse_v11 = ((((((((int)blockIdx.x) * 524288) + (((int)threadIdx.x) * 16384)) + (j_3 * 4096)) + (k_0 * 16)) + (k_1 * 2)) + k_2);
            C_sum_local_ptr[((i_3 * 4) + j_3)] = (C_sum_local_ptr[((i_3 * 4) + j_3)] + (((float)A_ptr[((((((((int)blockIdx.y) * 524288) + (((int)threadIdx.y) * 16384)) + (i_3 * 4096)) + (k_0 * 16)) + (k_1 * 2)) + k_2)]) * ((float)B_ptr[((((((((int)blockIdx.x) * 524288) + (((int)threadIdx.x) * 16384)) + (j_3 * 4096)) + (k_0 * 16)) + (k_1 * 2)) + k_2)])));
            int cse_v12 = (((((((((int)blockIdx.y) * 524288) + (((int)threadIdx.y) * 16384)) + (i_3 * 4096)) + (k_0 * 16)) + (k_1 * 2)) + k_2) + 262144);
            C_sum_local_ptr[(((i_3 * 4) + j_3) + 32)] = (C_sum_local_ptr[(((i_3 * 4) + j_3) + 32)] + (((float)A_ptr[(((((((((int)blockIdx.y) * 524288) + (((int)threadIdx.y) * 16384)) + (i_3 * 4096)) + (k_0 * 16)) + (k_1 * 2)) + k_2) + 262144)]) * ((float)B_ptr[((((((((int)blockIdx.x) * 524288) + (((int)threadIdx.x) * 16384)) + (j_3 * 4096)) + (k_0 * 16)) + (k_1 * 2)) + k_2)])));
            int cse_v13 = (((((((((int)blockIdx.x) * 524288) + (((int)threadIdx.x) * 16384)) + (j_3 * 4096)) + (k_0 * 16)) + (k_1 * 2)) + k_2) + 262144);
            C_sum_local_ptr[(((i_3 * 4) + j_3) + 16)] = (C_sum_local_ptr[(((i_3 * 4) + j_3) + 16)] + (((float)A_ptr[((((((((int)blockIdx.y) * 524288) + (((int)threadIdx.y) * 16384)) + (i_3 * 4096)) + (k_0 * 16)) + (k_1 * 2)) + k_2)]) * ((float)B_ptr[(((((((((int)blockIdx.x) * 524288) + (((int)threadIdx.x) * 16384)) + (j_3 * 4096)) + (k_0 * 16)) + (k_1 * 2)) + k_2) + 262144)])));
            C_sum_local_ptr[(((i_3 * 4) + j_3) + 48)] = (C_sum_local_ptr[(((i_3 * 4) + j_3) + 48)] + (((float)A_ptr[(((((((((int)blockIdx.y) * 524288) + (((int)threadIdx.y) * 16384)) + (i_3 * 4096)) + (k_0 * 16)) + (k_1 * 2)) + k_2) + 262144)]) * ((float)B_ptr[(((((((((int)blockIdx.x) * 524288) + (((int)threadIdx.x) * 16384)) + (j_3 * 4096)) + (k_0 * 16)) + (k_1 * 2)) + k_2) + 262144)])));
          }
        }
      }
    }
  }
  for (int ax0 = 0; ax0 < 4; ++ax0) {
    int cse_v3 = (ax0 * 4);
    int cse_v9 = (((((((int)blockIdx.y) * 524288) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4));
    half4 __1;
    float4 v_ = *(float4*)(C_sum_local_ptr + (ax0 * 4));
    __1.x = (half)(v_.x);
    __1.y = (half)(v_.y);
    __1.z = (half)(v_.z);
    __1.w = (half)(v_.w);
    *(half4*)(C_ptr + (((((((int)blockIdx.y) * 524288) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4))) = __1;
    half4 __2;
    float4 v__1 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 32));
    __2.x = (half)(v__1.x);
    __2.y = (half)(v__1.y);
    __2.z = (half)(v__1.z);
    __2.w = (half)(v__1.w);
    *(half4*)(C_ptr + ((((((((int)blockIdx.y) * 524288) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + 262144)) = __2;
    half4 __3;
    float4 v__2 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 16));
    __3.x = (half)(v__2.x);
    __3.y = (half)(v__2.y);
    __3.z = (half)(v__2.z);
    __3.w = (half)(v__2.w);
    *(half4*)(C_ptr + ((((((((int)blockIdx.y) * 524288) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + 64)) = __3;
    half4 __4;
    float4 v__3 = *(float4*)(C_sum_local_ptr + ((ax0 * 4) + 48));
    __4.x = (half)(v__3.x);
    __4.y = (half)(v__3.y);
    __4.z = (half)(v__3.z);
    __4.w = (half)(v__3.w);
    *(half4*)(C_ptr + ((((((((int)blockIdx.y) * 524288) + (((int)threadIdx.y) * 16384)) + (ax0 * 4096)) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + 262208)) = __4;
  }
}
