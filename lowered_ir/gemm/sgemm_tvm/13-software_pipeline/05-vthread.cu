// gemm/sgemm_tvm:software_pipeline:vthread
// C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
// why: a thread's parts are strided: adjacent threads access adjacent words
// target: cuda sm_90
// launch main_kernel: grid 128 x 128 x 1, block 16 x 16 x 1, shared 0 B static + 0 B dynamic

extern "C" __global__ void __launch_bounds__(256) main_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  for (int i_1_2 = 0; i_1_2 < 4; ++i_1_2) {
    for (int j_1_2 = 0; j_1_2 < 4; ++j_1_2) {
      for (int k = 0; k < 16384; ++k) {
        int cse_v1 = (((int)blockIdx.y) * 128);
        int cse_v2 = (((int)threadIdx.y) * 4);
        int cse_v8 = ((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 65536)) + (i_1_2 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2);
        int cse_v9 = (((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 65536)) + (i_1_2 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 64);
        int cse_v10 = (((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 65536)) + (i_1_2 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1048576);
        int cse_v11 = (((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 65536)) + (i_1_2 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1048640);
        if (k == 0) {
          C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 65536)) + (i_1_2 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2)] = 0x0p+0f/*0.000000e+00*/;
          C_ptr[(((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 65536)) + (i_1_2 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 64)] = 0x0p+0f/*0.000000e+00*/;
          C_ptr[(((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 65536)) + (i_1_2 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1048576)] = 0x0p+0f/*0.000000e+00*/;
          C_ptr[(((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 65536)) + (i_1_2 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1048640)] = 0x0p+0f/*0.000000e+00*/;
        }
        int cse_v3 = (k * 16384);
        int cse_v4 = ((((k * 16384) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + i_1_2);
        int cse_v5 = ((((k * 16384) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2);
        C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 65536)) + (i_1_2 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2)] = (C_ptr[((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 65536)) + (i_1_2 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2)] + (A_ptr[((((k * 16384) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + i_1_2)] * B_ptr[((((k * 16384) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2)]));
        int cse_v6 = (((((k * 16384) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 64);
        C_ptr[(((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 65536)) + (i_1_2 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 64)] = (C_ptr[(((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 65536)) + (i_1_2 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 64)] + (A_ptr[((((k * 16384) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + i_1_2)] * B_ptr[(((((k * 16384) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 64)]));
        int cse_v7 = (((((k * 16384) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + i_1_2) + 64);
        C_ptr[(((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 65536)) + (i_1_2 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1048576)] = (C_ptr[(((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 65536)) + (i_1_2 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1048576)] + (A_ptr[(((((k * 16384) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + i_1_2) + 64)] * B_ptr[((((k * 16384) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2)]));
        C_ptr[(((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 65536)) + (i_1_2 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1048640)] = (C_ptr[(((((((((int)blockIdx.x) * 2097152) + (((int)threadIdx.x) * 65536)) + (i_1_2 * 16384)) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 1048640)] + (A_ptr[(((((k * 16384) + (((int)blockIdx.x) * 128)) + (((int)threadIdx.x) * 4)) + i_1_2) + 64)] * B_ptr[(((((k * 16384) + (((int)blockIdx.y) * 128)) + (((int)threadIdx.y) * 4)) + j_1_2) + 64)]));
      }
    }
  }
}
