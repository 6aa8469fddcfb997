// Decoding step of grouped-query attention: eight query heads share two heads of keys and values, 16 tokens of width 8.
// Fault: the query heads are assigned to the shared heads in turns (h % 2) instead of in groups of four (wrong head).
extern "C" __global__ void decode(float* y, const float* q, const float* k, const float* v) {
  int head = blockIdx.x, lane = threadIdx.x;
#ifdef FAULT
  int shared_head = head % 2;
#else
  int shared_head = head / 4;
#endif
  k += shared_head * 128;
  v += shared_head * 128;
  int token = lane % 16;
  float s = 0;
  for (int d = 0; d < 8; ++d) s += q[head * 8 + d] * k[token * 8 + d];
  float p = expf(s * 0.35355339f), sum = p;
  for (int d = 1; d < 16; d *= 2) sum += __shfl_xor_sync(~0u, sum, d);
  float acc = 0;
  for (int j = 0; j < 16; ++j) acc += __shfl_sync(~0u, p, j) * v[j * 8 + lane % 8];
  if (lane < 8) y[head * 8 + lane] = acc / sum;
}
