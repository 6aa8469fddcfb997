// gemm/sgemm_tvm:register_prefetch:bind
// C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
// why: one thread axis, so that 32 consecutive threads are a warp in any block
// target: cuda sm_90
// launch main_kernel: grid 128 x 128 x 1, block 256 x 1 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  for (int i_4 = 0; i_4 < 4; ++i_4) {
    for (int j_4 = 0; j_4 < 4; ++j_4) {
      for (int k = 0; k < 16384; ++k) {
        int cse_v1 = (((int)threadIdx.x) >> 6);
        int cse_v2 = (((int)blockIdx.x) * 128);
        int cse_v4 = ((((int)threadIdx.x) & 31) >> 3);
        int cse_v5 = ((((int)threadIdx.x) & 7) * 4);
        int cse_v6 = (((((int)threadIdx.x) & 63) >> 5) * 64);
        int cse_v11 = ((((((((((int)blockIdx.y) * 2097152) + ((((int)threadIdx.x) >> 6) * 524288)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (i_4 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4);
        int cse_v12 = (((((((((((int)blockIdx.y) * 2097152) + ((((int)threadIdx.x) >> 6) * 524288)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (i_4 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 262144);
        int cse_v13 = (((((((((((int)blockIdx.y) * 2097152) + ((((int)threadIdx.x) >> 6) * 524288)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (i_4 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 32);
        int cse_v14 = (((((((((((int)blockIdx.y) * 2097152) + ((((int)threadIdx.x) >> 6) * 524288)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (i_4 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 262176);
        if (k == 0) {
          C_ptr[((((((((((int)blockIdx.y) * 2097152) + ((((int)threadIdx.x) >> 6) * 524288)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (i_4 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4)] = 0x0p+0f/*0.000000e+00*/;
          C_ptr[(((((((((((int)blockIdx.y) * 2097152) + ((((int)threadIdx.x) >> 6) * 524288)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (i_4 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 262144)] = 0x0p+0f/*0.000000e+00*/;
          C_ptr[(((((((((((int)blockIdx.y) * 2097152) + ((((int)threadIdx.x) >> 6) * 524288)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (i_4 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 32)] = 0x0p+0f/*0.000000e+00*/;
          C_ptr[(((((((((((int)blockIdx.y) * 2097152) + ((((int)threadIdx.x) >> 6) * 524288)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (i_4 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 262176)] = 0x0p+0f/*0.000000e+00*/;
        }
        int cse_v3 = (k * 16384);
        int cse_v7 = (((((k * 16384) + (((int)blockIdx.y) * 128)) + ((((int)threadIdx.x) >> 6) * 32)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4);
        int cse_v8 = (((((k * 16384) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4);
        C_ptr[((((((((((int)blockIdx.y) * 2097152) + ((((int)threadIdx.x) >> 6) * 524288)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (i_4 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4)] = (C_ptr[((((((((((int)blockIdx.y) * 2097152) + ((((int)threadIdx.x) >> 6) * 524288)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (i_4 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4)] + (A_ptr[(((((k * 16384) + (((int)blockIdx.y) * 128)) + ((((int)threadIdx.x) >> 6) * 32)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4)] * B_ptr[(((((k * 16384) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4)]));
        int cse_v9 = ((((((k * 16384) + (((int)blockIdx.y) * 128)) + ((((int)threadIdx.x) >> 6) * 32)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4) + 16);
        C_ptr[(((((((((((int)blockIdx.y) * 2097152) + ((((int)threadIdx.x) >> 6) * 524288)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (i_4 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 262144)] = (C_ptr[(((((((((((int)blockIdx.y) * 2097152) + ((((int)threadIdx.x) >> 6) * 524288)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (i_4 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 262144)] + (A_ptr[((((((k * 16384) + (((int)blockIdx.y) * 128)) + ((((int)threadIdx.x) >> 6) * 32)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4) + 16)] * B_ptr[(((((k * 16384) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4)]));
        int cse_v10 = ((((((k * 16384) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 32);
        C_ptr[(((((((((((int)blockIdx.y) * 2097152) + ((((int)threadIdx.x) >> 6) * 524288)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (i_4 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 32)] = (C_ptr[(((((((((((int)blockIdx.y) * 2097152) + ((((int)threadIdx.x) >> 6) * 524288)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (i_4 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 32)] + (A_ptr[(((((k * 16384) + (((int)blockIdx.y) * 128)) + ((((int)threadIdx.x) >> 6) * 32)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4)] * B_ptr[((((((k * 16384) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 32)]));
        C_ptr[(((((((((((int)blockIdx.y) * 2097152) + ((((int)threadIdx.x) >> 6) * 524288)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (i_4 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 262176)] = (C_ptr[(((((((((((int)blockIdx.y) * 2097152) + ((((int)threadIdx.x) >> 6) * 524288)) + (((((int)threadIdx.x) & 31) >> 3) * 65536)) + (i_4 * 16384)) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 262176)] + (A_ptr[((((((k * 16384) + (((int)blockIdx.y) * 128)) + ((((int)threadIdx.x) >> 6) * 32)) + (((((int)threadIdx.x) & 31) >> 3) * 4)) + i_4) + 16)] * B_ptr[((((((k * 16384) + (((int)blockIdx.x) * 128)) + (((((int)threadIdx.x) & 63) >> 5) * 64)) + ((((int)threadIdx.x) & 7) * 4)) + j_4) + 32)]));
      }
    }
  }
}
