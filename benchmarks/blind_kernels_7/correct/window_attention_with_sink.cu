// Attention over a sliding window of 8 keys and the first key (the sink), one query per thread, running maximum and sum.
extern "C" __global__ void attend(float* out, const float* q, const float* k, const float* v) {
  __shared__ float key[48][8], value[48][8];
  int t = threadIdx.x;
  const float *kb = k + blockIdx.x * 384, *vb = v + blockIdx.x * 384;
  for (int i = t; i < 384; i += 48) {
    key[i / 8][i % 8] = kb[i];
    value[i / 8][i % 8] = vb[i];
  }
  __syncthreads();
  float query[8], acc[8] = {}, m = -1e30f, s = 0;
  for (int d = 0; d < 8; ++d) query[d] = q[blockIdx.x * 384 + t * 8 + d];
  for (int j = 0; j <= t; ++j) {
    if (j > 0 && j + 8 <= t) continue;
    float x = 0;
    for (int d = 0; d < 8; ++d) x += query[d] * key[j][d];
    x *= 0.35355339f;
    float n = fmaxf(m, x), f = expf(m - n), p = expf(x - n);
    s = s * f + p;
    for (int d = 0; d < 8; ++d) acc[d] = acc[d] * f + p * value[j][d];
    m = n;
  }
  for (int d = 0; d < 8; ++d) out[blockIdx.x * 384 + t * 8 + d] = acc[d] / s;
}
