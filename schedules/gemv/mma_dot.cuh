// Dot products of codes with float16 on tensor cores (dot_products.py).
//
// The last bit of a float16 in [1024, 2048) counts one: 0x6400 | code is 1024 + code, and four bits
// further up 0x6400 | code << 4 is 1024 + 16 code, a sixteenth of which is 64 + code. Taking away
// what is known, zero point included, is exact where that is at most 2048 in size.
//@ common

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
//@ int4

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
//@ int8

__device__ __forceinline__ void mma_dot_values(unsigned word, int zero, unsigned* out) {
  half2 known = __half2half2(__int2half_rn(1024 + 128 + zero));
  word ^= 0x80808080;
  out[0] = mma_dot_bits(__hsub2(mma_dot_pair(__byte_perm(word, 0x64646464, 0x4140)), known));
  out[1] = mma_dot_bits(__hsub2(mma_dot_pair(__byte_perm(word, 0x64646464, 0x4342)), known));
}
template <int words>
__device__ __forceinline__ void mma_dot_int8(float* sums, const void* codes, const void* x,
                                             int zero) {
  const unsigned* word = (const unsigned*)codes;
  const unsigned* pair = (const unsigned*)x;
  float d[4] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll
  for (int j = 0; j < words; ++j, pair += 2) {
    unsigned row[2], next[2];
    mma_dot_values(word[j], zero, row);
    mma_dot_values(word[words + j], zero, next);
    mma_dot_step(d, row, next, pair[0], pair[1]);
  }
  mma_dot_add(sums, d);
}
