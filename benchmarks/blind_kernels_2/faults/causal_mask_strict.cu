// Causal attention of 32 positions on given scores and scalar values, a row per thread.
// Fault: the diagonal is masked too (j < i), so position 0 divides by zero.
extern "C" __global__ void causal(float* y, const float* s, const float* v) {
  int i = threadIdx.x;
#ifdef FAULT
  int n = i;
#else
  int n = i + 1;
#endif
  float m = __int_as_float(0xff800000), sum = 0, acc = 0;
  for (int j = 0; j < n; ++j) m = fmaxf(m, s[i * 32 + j]);
  for (int j = 0; j < n; ++j) {
    float e = expf(s[i * 32 + j] - m);
    sum += e;
    acc += e * v[j];
  }
  y[i] = acc / sum;
}
