// Modified Gram-Schmidt of six vectors of 64 numbers per block; sums over both warps alternate between two places.
extern "C" __global__ void orthogonalize(float* q, const float* a) {
  __shared__ float part[2][2];
  int t = threadIdx.x, used = 0;
  auto dot = [&](float v) {
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(~0u, v, d);
    used ^= 1;
    if (t % 32 == 0) part[used][t / 32] = v;
    __syncthreads();
    return part[used][0] + part[used][1];
  };
  float v[6];
#pragma unroll
  for (int i = 0; i < 6; ++i) v[i] = a[(blockIdx.x * 6 + i) * 64 + t];
#pragma unroll
  for (int i = 0; i < 6; ++i) {
    v[i] *= rsqrtf(dot(v[i] * v[i]));
#pragma unroll
    for (int j = i + 1; j < 6; ++j) v[j] -= dot(v[i] * v[j]) * v[i];
    q[(blockIdx.x * 6 + i) * 64 + t] = v[i];
  }
}
