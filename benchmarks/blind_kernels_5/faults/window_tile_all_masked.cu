// Attention of 32 queries to a sliding window of 12 keys, a thread per query; keys go by tiles of eight with an online softmax.
// Fault: tiles outside the window are not skipped while the maximum is minus infinity, and inf - inf is NaN (wrong values).
extern "C" __global__ void attend(float4* y, const float4* q, const float4* k, const float4* v) {
  const float minus_infinity = __int_as_float(0xff800000);
  int i = blockIdx.x * 16 + threadIdx.x, last = 32 + i;
  float4 query = q[i];
  float largest = minus_infinity, sum = 0, acc[4] = {0, 0, 0, 0};
  for (int tile = 0; tile < 8; ++tile) {
    float s[8], next = largest;
    for (int j = 0; j < 8; ++j) {
      int key = tile * 8 + j;
      float4 b = k[key];
      bool seen = key <= last && key > last - 12;
      s[j] = seen ? query.x * b.x + query.y * b.y + query.z * b.z + query.w * b.w : minus_infinity;
      next = fmaxf(next, s[j]);
    }
#ifndef FAULT
    if (next == minus_infinity) continue;
#endif
    float correction = expf(largest - next);
    largest = next;
    sum *= correction;
    for (int d = 0; d < 4; ++d) acc[d] *= correction;
    for (int j = 0; j < 8; ++j) {
      float p = expf(s[j] - largest);
      float4 b = v[tile * 8 + j];
      sum += p;
      acc[0] += p * b.x;
      acc[1] += p * b.y;
      acc[2] += p * b.z;
      acc[3] += p * b.w;
    }
  }
  y[i] = make_float4(acc[0] / sum, acc[1] / sum, acc[2] / sum, acc[3] / sum);
}
