// gemm/sgemm_tvm:warp_tile:cache_write
// C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
// why: accumulators in registers; with j along x a warp stores contiguous float4
// target: cuda sm_90
// launch main_kernel: grid 128 x 128 x 1, block 256 x 1 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  alignas(64) float C_local_ptr[64];
  int cse_v2 = (((int)threadIdx.x) >> 6);
  int cse_v3 = (((int)blockIdx.x) * 128);
  int cse_v6 = ((((int)threadIdx.x) & 31) >> 3);
  int cse_v7 = ((((int)threadIdx.x) & 7) * 4);
  int cse_v11 = (((((int)threadIdx.x) & 63) >> 5) * 64);
  for (int i_4 = 0; i_4 < 4; ++i_4) {
    for (int j_4 = 0; j_4 < 4; ++j_4) {
      for (int k = 0; k < 16384; ++k) {
        int cse_v5 = ((i_4 * 4) + j_4);
        int cse_v8 = (((i_4 * 4) + j_4) + 32);
        int cse_v9 = (((i_4 * 4) + j_4) + 16);
        int cse_v10 = (((i_4 * 4) + j_4) + 48);
        if (k == 0) {
          C_local_ptr[((i_4 * 4) + j_4)] = 0x0p+0f/*0.000000e+00*/;
          C_local_ptr[(((i_4 * 4) + j_4) + 32)] = 0x0p+0f/*0.000000e+00*/;
          C_local_ptr[(((i_4 * 4) + j_4) + 16)] = 0x0p+0f/*0.000000e+00*/;
          C_local_ptr[(((i_4 * 4) + j_4) + 48)] = 0x0p+0f/*0.000000e+00*/;
        }
        int cse_v1 = (k * 16384);
        int cse_v12 = (((((k * 16384) + (((int)blockIdx.y) * 128)) + ((((int)threadIdx.x) >> 6) * 32)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4);
        int cse_v13 = (((((k * 16384) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4);
        C_local_ptr[((i_4 * 4) + j_4)] = (C_local_ptr[((i_4 * 4) + j_4)] + (A_ptr[(((((k * 16384) + (((int)blockIdx.y) * 128)) + ((((int)threadIdx.x) >> 6) * 32)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4)] * B_ptr[(((((k * 16384) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4)]));
        int cse_v14 = ((((((k * 16384) + (((int)blockIdx.y) * 128)) + ((((int)threadIdx.x) >> 6) * 32)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4) + 16);
        C_local_ptr[(((i_4 * 4) + j_4) + 32)] = (C_local_ptr[(((i_4 * 4) + j_4) + 32)] + (A_ptr[((((((k * 16384) + (((int)blockIdx.y) * 128)) + ((((int)threadIdx.x) >> 6) * 32)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4) + 16)] * B_ptr[(((((k * 16384) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4)]));
        int cse_v15 = ((((((k * 16384) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 32);
        C_local_ptr[(((i_4 * 4) + j_4) + 16)] = (C_local_ptr[(((i_4 * 4) + j_4) + 16)] + (A_ptr[(((((k * 16384) + (((int)blockIdx.y) * 128)) + ((((int)threadIdx.x) >> 6) * 32)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4)] * B_ptr[((((((k * 16384) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 32)]));
        C_local_ptr[(((i_4 * 4) + j_4) + 48)] = (C_local_ptr[(((i_4 * 4) + j_4) + 48)] + (A_ptr[((((((k * 16384) + (((int)blockIdx.y) * 128)) + ((((int)threadIdx.x) >> 6) * 32)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4) + 16)] * B_ptr[((((((k * 16384) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 32)]));
      }
    }
  }
  for (int ax0 = 0; ax0 < 4; ++ax0) {
    int cse_v4 = (ax0 * 4);
    int cse_v16 = (((((((((int)blockIdx.y) * 2097152) + ((((int)threadIdx.x) >> 6) * 524288)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4));
    *(float4*)(C_ptr + (((((((((int)blockIdx.y) * 2097152) + ((((int)threadIdx.x) >> 6) * 524288)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4))) = *(float4*)(C_local_ptr + (ax0 * 4));
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 2097152) + ((((int)threadIdx.x) >> 6) * 524288)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 262144)) = *(float4*)(C_local_ptr + ((ax0 * 4) + 32));
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 2097152) + ((((int)threadIdx.x) >> 6) * 524288)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 32)) = *(float4*)(C_local_ptr + ((ax0 * 4) + 16));
    *(float4*)(C_ptr + ((((((((((int)blockIdx.y) * 2097152) + ((((int)threadIdx.x) >> 6) * 524288)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (ax0 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + 262176)) = *(float4*)(C_local_ptr + ((ax0 * 4) + 48));
  }
}
