// gemv/fast_gemv:int4_mma:tensorize
// y[n] = scale sum_k (W[n,k] - zero) x[k], N,K = 8192,8192, int4 and float16 -> float32 -> float16
// why: one operation converts two codes to float16; tensor cores multiply and add
// target: cuda sm_90
// launch main_kernel: grid 256 x 1 x 1, block 64 x 8 x 1, shared 96 B static + 0 B dynamic

__device__ __forceinline__ unsigned mma_dot_bits(half2 pair) { return *(unsigned*)&pair; }
__device__ __forceinline__ half2 mma_dot_pair(unsigned bits) { return *(half2*)&bits; }
__device__ __forceinline__ void mma_dot_step(float* d, const unsigned* row, const unsigned* next,
                                             unsigned x0, unsigned x1) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(row[0]), "r"(next[0]), "r"(row[1]), "r"(next[1]), "r"(x0), "r"(x1));
}
__device__ __forceinline__ void mma_dot_add(float* sums, const float* d) {
  int lane = threadIdx.x & 31;
  bool diagonal = lane >> 3 == (lane & 3);
  float first = lane & 4 ? d[1] : d[0], second = lane & 4 ? d[3] : d[2];
  sums[0] += diagonal ? first : 0.0f;
  sums[1] += diagonal ? second : 0.0f;
}

__device__ __forceinline__ unsigned mma_dot_cut(unsigned word, unsigned mask) {
  unsigned out;
  asm("lop3.b32 %0, %1, %2, %3, 0xea;" : "=r"(out) : "r"(word), "r"(mask), "r"(0x64006400u));
  return out;
}
__device__ __forceinline__ void mma_dot_values(unsigned word, int zero, unsigned* out) {
  half2 low = __half2half2(__int2half_rn(1024 + zero));
  half2 high = __half2half2(__int2half_rn(-64 - zero));
  half2 sixteenth = __half2half2(__float2half(0.0625f));
  for (int i = 0; i < 4; i += 2, word >>= 8) {
    out[i] = mma_dot_bits(__hsub2(mma_dot_pair(mma_dot_cut(word, 0x000f000f)), low));
    out[i + 1] = mma_dot_bits(
        __hfma2(mma_dot_pair(mma_dot_cut(word, 0x00f000f0)), sixteenth, high));
  }
}
template <int words>
__device__ __forceinline__ void mma_dot_int4(float* sums, const void* codes, const void* x,
                                             int zero) {
  const unsigned* word = (const unsigned*)codes;
  const unsigned* pair = (const unsigned*)x;
  float d[4] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll
  for (int j = 0; j < words; ++j, pair += 4) {
    unsigned row[4], next[4];
    mma_dot_values(word[j], zero, row);
    mma_dot_values(word[words + j], zero, next);
    // Codes i and i + 4 of a word come together, and so must their x.
    mma_dot_step(d, row, next, __byte_perm(pair[0], pair[2], 0x5410),
                 __byte_perm(pair[0], pair[2], 0x7632));
    mma_dot_step(d, row + 2, next + 2, __byte_perm(pair[1], pair[3], 0x5410),
                 __byte_perm(pair[1], pair[3], 0x7632));
  }
  mma_dot_add(sums, d);
}
extern "C" __global__ void __launch_bounds__(512) main_kernel(int* __restrict__ W_ptr, half* __restrict__ scale_ptr, half* __restrict__ x_ptr, half* __restrict__ y_ptr, int* __restrict__ zero_ptr) {
  alignas(64) float y_sum_rf_local_ptr[4];
  alignas(64) half x_local_ptr[16];
  alignas(64) int W_local_ptr[4];
  alignas(64) float y_sum_local_ptr[4];
  __shared__ alignas(64) float red_result_ptr[8];
  for (int i_2_init = 0; i_2_init < 4; ++i_2_init) {
    y_sum_rf_local_ptr[i_2_init] = 0x0p+0f/*0.000000e+00*/;
  }
  for (int k_0_0_0 = 0; k_0_0_0 < 4; ++k_0_0_0) {
    #pragma unroll
    for (int k_0_0_1 = 0; k_0_0_1 < 2; ++k_0_0_1) {
      #pragma unroll
      for (int ax0_0 = 0; ax0_0 < 2; ++ax0_0) {
        int cse_v1 = (ax0_0 * 8);
        *(uint4*)(x_local_ptr + (ax0_0 * 8)) = *(uint4*)(x_ptr + ((((k_0_0_0 * 2048) + (k_0_0_1 * 1024)) + (((int)threadIdx.x) * 16)) + (ax0_0 * 8)));
      }
      #pragma unroll
      for (int i_2_0 = 0; i_2_0 < 2; ++i_2_0) {
        #pragma unroll
        for (int ax0 = 0; ax0 < 2; ++ax0) {
          *(int2*)(W_local_ptr + (ax0 * 2)) = *(int2*)(W_ptr + (((((((((int)blockIdx.x) * 32768) + (((int)threadIdx.y) * 4096)) + (i_2_0 * 2048)) + (ax0 * 1024)) + (k_0_0_0 * 256)) + (k_0_0_1 * 128)) + (((int)threadIdx.x) * 2)));
        }
        mma_dot_int4<2>((&(y_sum_rf_local_ptr[(i_2_0 * 2)])), (&(W_local_ptr[0])), (&(x_local_ptr[0])), zero_ptr[0]);
      }
    }
  }
  for (int ax1 = 0; ax1 < 4; ++ax1) {
    __shared__ alignas(64) float red_buf_staging_ptr[16];
    alignas(64) float t0_ptr[1];
    alignas(64) uint mask_ptr[1];
    alignas(64) float red_buf0_ptr[1];
    alignas(64) float t0_ptr_1[1];
    alignas(64) uint mask_ptr_1[1];
    alignas(64) float red_buf0_ptr_1[1];
    red_buf0_ptr[0] = y_sum_rf_local_ptr[ax1];
    mask_ptr[0] = __activemask();
    t0_ptr[0] = __shfl_down_sync(mask_ptr[0], red_buf0_ptr[0], 16, 32);
    red_buf0_ptr[0] = (red_buf0_ptr[0] + t0_ptr[0]);
    t0_ptr[0] = __shfl_down_sync(mask_ptr[0], red_buf0_ptr[0], 8, 32);
    red_buf0_ptr[0] = (red_buf0_ptr[0] + t0_ptr[0]);
    t0_ptr[0] = __shfl_down_sync(mask_ptr[0], red_buf0_ptr[0], 4, 32);
    red_buf0_ptr[0] = (red_buf0_ptr[0] + t0_ptr[0]);
    t0_ptr[0] = __shfl_down_sync(mask_ptr[0], red_buf0_ptr[0], 2, 32);
    red_buf0_ptr[0] = (red_buf0_ptr[0] + t0_ptr[0]);
    t0_ptr[0] = __shfl_down_sync(mask_ptr[0], red_buf0_ptr[0], 1, 32);
    red_buf0_ptr[0] = (red_buf0_ptr[0] + t0_ptr[0]);
    if ((((int)threadIdx.x) % 32) == 0) {
      red_buf_staging_ptr[((((int)threadIdx.y) * 2) + (((int)threadIdx.x) >> 5))] = red_buf0_ptr[0];
    }
    __syncthreads();
    if (((int)threadIdx.x) < 2) {
      red_buf0_ptr_1[0] = red_buf_staging_ptr[((((int)threadIdx.y) * 2) + ((int)threadIdx.x))];
    }
    mask_ptr_1[0] = __activemask();
    t0_ptr_1[0] = __shfl_down_sync(mask_ptr_1[0], red_buf0_ptr_1[0], 1, 32);
    red_buf0_ptr_1[0] = (red_buf0_ptr_1[0] + t0_ptr_1[0]);
    if (((int)threadIdx.x) == 0) {
      ((volatile float*)red_result_ptr)[((int)threadIdx.y)] = red_buf0_ptr_1[0];
    }
    __syncthreads();
    y_sum_local_ptr[ax1] = ((volatile float*)red_result_ptr)[((int)threadIdx.y)];
  }
  for (int ax0_1 = 0; ax0_1 < 4; ++ax0_1) {
    if (((int)threadIdx.x) == 0) {
      y_ptr[(((((int)blockIdx.x) * 32) + (((int)threadIdx.y) * 4)) + ax0_1)] = ((half)(y_sum_local_ptr[ax0_1] * ((float)scale_ptr[0])));
    }
  }
}
