// Attention of 16 queries to 20 keys of 32 numbers with a running maximum; keys and values pass in tiles of 8.
extern "C" __global__ void attend(float* o, const float* q, const float* k, const float* v) {
  __shared__ float keys[8][33], values[8][32];
  int lane = threadIdx.x, w = threadIdx.y, row = blockIdx.x * 4 + w;
  float query = q[row * 32 + lane] * 0.17677670f, top = -1e30f, total = 0, sum = 0;
  for (int first = 0; first < 20; first += 8) {
    int n = min(8, 20 - first);
    for (int j = w; j < n; j += 4) {
      keys[j][lane] = k[(first + j) * 32 + lane];
      values[j][lane] = v[(first + j) * 32 + lane];
    }
    __syncthreads();
    for (int j = 0; j < n; ++j) {
      float s = query * keys[j][lane];
      for (int d = 16; d > 0; d /= 2) s += __shfl_xor_sync(~0u, s, d);
      float higher = fmaxf(top, s), keep = expf(top - higher), p = expf(s - higher);
      top = higher;
      total = total * keep + p;
      sum = sum * keep + p * values[j][lane];
    }
    __syncthreads();
  }
  o[row * 32 + lane] = sum / total;
}
