// Attention of four queries over 64 keys in two launches: four parts of 16 keys each, then a weighted mean of the parts.
extern "C" __global__ void parts(float* part, float* top, float* weight, const float* q, const float* k, const float* v) {
  int t = threadIdx.x, query = blockIdx.x, first = blockIdx.y * 16, cell = blockIdx.x * 4 + blockIdx.y;
  float s = 0;
  for (int d = 0; d < 16; ++d) s += q[query * 16 + d] * k[(first + t) * 16 + d];
  float m = s;
  for (int d = 8; d; d /= 2) m = fmaxf(m, __shfl_xor_sync(0xffff, m, d));
  float p = expf(s - m), l = p, out = 0;
  for (int d = 8; d; d /= 2) l += __shfl_xor_sync(0xffff, l, d);
  for (int j = 0; j < 16; ++j) out += __shfl_sync(0xffff, p, j) * v[(first + j) * 16 + t];
  part[cell * 16 + t] = out;
  if (t == 0) top[cell] = m, weight[cell] = l;
}
extern "C" __global__ void join(float* y, const float* part, const float* top, const float* weight) {
  int t = threadIdx.x, c = blockIdx.x * 4;
  float m = fmaxf(fmaxf(top[c], top[c + 1]), fmaxf(top[c + 2], top[c + 3])), sum = 0, total = 0;
  for (int i = c; i < c + 4; ++i) {
    float w = expf(top[i] - m);
    sum += w * part[i * 16 + t];
    total += w * weight[i];
  }
  y[blockIdx.x * 16 + t] = sum / total;
}
