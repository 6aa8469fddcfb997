// Causal attention of 64 queries of width 16, a thread per query; tiles of 16 keys and values pass through shared memory.
extern "C" __global__ void attention(float* y, const float* q, const float* k, const float* v) {
  __shared__ float keys[16][16], values[16][16];
  int t = threadIdx.x, head = blockIdx.x * 64 * 16;
  float query[16], out[16], top = -INFINITY, sum = 0;
  for (int d = 0; d < 16; ++d) {
    query[d] = q[head + t * 16 + d] * 0.25f;
    out[d] = 0;
  }
  for (int tile = 0; tile < 64; tile += 16) {
    for (int i = t; i < 256; i += 64) {
      keys[i / 16][i % 16] = k[head + tile * 16 + i];
      values[i / 16][i % 16] = v[head + tile * 16 + i];
    }
    __syncthreads();
    for (int j = 0; j < 16 && tile + j <= t; ++j) {
      float score = 0;
      for (int d = 0; d < 16; ++d) score += query[d] * keys[j][d];
      float larger = fmaxf(top, score), scale = expf(top - larger), weight = expf(score - larger);
      sum = sum * scale + weight;
      for (int d = 0; d < 16; ++d) out[d] = out[d] * scale + weight * values[j][d];
      top = larger;
    }
    __syncthreads();
  }
  for (int d = 0; d < 16; ++d) y[head + t * 16 + d] = out[d] / sum;
}
