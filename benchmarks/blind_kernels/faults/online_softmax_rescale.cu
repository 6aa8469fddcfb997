// Attention of one query per block over 48 keys of width 32, with the softmax taken online.
// Fault: when the maximum grows, the sum is rescaled but the accumulated output is not.
extern "C" __global__ void attention(float* o, const float* q, const float* k, const float* v) {
  int t = threadIdx.x;
  float mine = q[blockIdx.x * 32 + t] * 2.0f, m = -__int_as_float(0x7f800000), sum = 0, acc = 0;
  for (int j = 0; j < 48; ++j) {
    float s = mine * k[j * 32 + t];
    for (int d = 16; d > 0; d >>= 1) s += __shfl_xor_sync(0xffffffffu, s, d);
    float next = fmaxf(m, s), scale = expf(m - next), p = expf(s - next);
    sum = sum * scale + p;
#ifdef FAULT
    acc = acc + p * v[j * 32 + t];
#else
    acc = acc * scale + p * v[j * 32 + t];
#endif
    m = next;
  }
  o[blockIdx.x * 32 + t] = acc / sum;
}
