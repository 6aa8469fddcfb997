// Softmax of rows: a warp per row, maximum and sum in one pass over the row.
extern "C" __global__ void __launch_bounds__(256)
softmax_online(const float* __restrict__ x, float* __restrict__ y, int m, int n) {
  int lane = threadIdx.x & 31, row = blockIdx.x * 8 + (threadIdx.x >> 5);
  if (row >= m) return;
  const float4* in = reinterpret_cast<const float4*>(x + size_t(row) * n);
  float4* out = reinterpret_cast<float4*>(y + size_t(row) * n);
  float largest = -INFINITY, sum = 0.0f;
  for (int at = lane; at < n / 4; at += 32) {
    float4 v = in[at];
    float next = fmaxf(largest, fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)));
    sum = sum * __expf(largest - next) + __expf(v.x - next) + __expf(v.y - next) +
          __expf(v.z - next) + __expf(v.w - next);
    largest = next;
  }
  for (int offset = 16; offset; offset /= 2) {
    float other = __shfl_xor_sync(~0u, largest, offset);
    float more = __shfl_xor_sync(~0u, sum, offset);
    float next = fmaxf(largest, other);
    sum = sum * __expf(largest - next) + more * __expf(other - next);
    largest = next;
  }
  float scale = 1.0f / sum;
  for (int at = lane; at < n / 4; at += 32) {
    float4 v = in[at];
    v.x = __expf(v.x - largest) * scale;
    v.y = __expf(v.y - largest) * scale;
    v.z = __expf(v.z - largest) * scale;
    v.w = __expf(v.w - largest) * scale;
    out[at] = v;
  }
}
