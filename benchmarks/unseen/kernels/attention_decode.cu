// Attention of one query per head over a cache of float16 keys and values of 64 dimensions:
// eight lanes per key, online softmax in each of 16 groups, which are combined at the end. Keys come
// in multiples of 16.
#include <cuda_fp16.h>

constexpr int D = 64, GROUPS = 16;

__device__ void unpack(uint4 packed, float* values) {
  const __half2* pair = reinterpret_cast<const __half2*>(&packed);
#pragma unroll
  for (int at = 0; at < 4; ++at) {
    float2 two = __half22float2(pair[at]);
    values[2 * at] = two.x;
    values[2 * at + 1] = two.y;
  }
}

extern "C" __global__ void __launch_bounds__(128)
attention_decode(const uint4* __restrict__ q, const uint4* __restrict__ k,
                 const uint4* __restrict__ v, float* __restrict__ y, int keys) {
  __shared__ float largest_of[GROUPS], sum_of[GROUPS], part[GROUPS][D];
  int head = blockIdx.x, group = threadIdx.x / 8, sub = threadIdx.x % 8;
  float query[8], key[8], value[8], accumulated[8] = {};
  unpack(q[head * 8 + sub], query);
  float largest = -INFINITY, sum = 0.0f;
  for (int at = group; at < keys; at += GROUPS) {
    size_t place = (size_t(head) * keys + at) * 8 + sub;
    unpack(k[place], key);
    unpack(v[place], value);
    float score = 0.0f;
#pragma unroll
    for (int d = 0; d < 8; ++d) score += query[d] * key[d];
    score += __shfl_xor_sync(~0u, score, 4);
    score += __shfl_xor_sync(~0u, score, 2);
    score += __shfl_xor_sync(~0u, score, 1);
    score *= 0.125f;
    float next = fmaxf(largest, score);
    float before = __expf(largest - next), weight = __expf(score - next);
    sum = sum * before + weight;
#pragma unroll
    for (int d = 0; d < 8; ++d) accumulated[d] = accumulated[d] * before + weight * value[d];
    largest = next;
  }
  if (sub == 0) {
    largest_of[group] = largest;
    sum_of[group] = sum;
  }
#pragma unroll
  for (int d = 0; d < 8; ++d) part[group][8 * sub + d] = accumulated[d];
  __syncthreads();
  if (threadIdx.x >= D) return;
  float all = -INFINITY, total = 0.0f, result = 0.0f;
  for (int g = 0; g < GROUPS; ++g) all = fmaxf(all, largest_of[g]);
  for (int g = 0; g < GROUPS; ++g) {
    float scale = __expf(largest_of[g] - all);
    total += sum_of[g] * scale;
    result += part[g][threadIdx.x] * scale;
  }
  y[head * D + threadIdx.x] = result / total;
}
