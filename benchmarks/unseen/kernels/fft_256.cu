// FFTs of 256 complex values, four per block: radix 4, Stockham's order, 64 threads each.
__device__ float2 times(float2 a, float2 b) {
  return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__device__ float2 plus(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }

__device__ float2 minus(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }

extern "C" __global__ void __launch_bounds__(256)
fft_256(const float2* __restrict__ x, float2* __restrict__ y) {
  __shared__ float2 shared[4][256];
  int j = threadIdx.x % 64;
  float2* data = shared[threadIdx.x / 64];
  size_t first = (size_t(blockIdx.x) * 4 + threadIdx.x / 64) * 256;
  float2 v[4];
#pragma unroll
  for (int r = 0; r < 4; ++r) v[r] = x[first + j + 64 * r];
#pragma unroll
  for (int size = 1; size < 256; size *= 4) {
    int k = j % size;
    float2 w;
    sincospif(-0.5f * k / size, &w.y, &w.x);
    float2 w2 = times(w, w);
    v[1] = times(v[1], w);
    v[2] = times(v[2], w2);
    v[3] = times(v[3], times(w2, w));
    float2 a = plus(v[0], v[2]), b = minus(v[0], v[2]), c = plus(v[1], v[3]), d = minus(v[1], v[3]);
    v[0] = plus(a, c);
    v[1] = make_float2(b.x + d.y, b.y - d.x);
    v[2] = minus(a, c);
    v[3] = make_float2(b.x - d.y, b.y + d.x);
    int to = j / size * size * 4 + k;
    if (size == 64) {
#pragma unroll
      for (int r = 0; r < 4; ++r) y[first + to + r * size] = v[r];
    } else {
      __syncthreads();
#pragma unroll
      for (int r = 0; r < 4; ++r) data[to + r * size] = v[r];
      __syncthreads();
#pragma unroll
      for (int r = 0; r < 4; ++r) v[r] = data[j + 64 * r];
    }
  }
}
