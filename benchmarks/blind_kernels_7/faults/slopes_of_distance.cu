// Scores of 24 queries and keys with a linear bias (ALiBi) per head: the slope times the distance is subtracted; causal softmax.
// Fault: the bias is added, so that far keys are preferred (wrong value).
extern "C" __global__ void scores(float* p, const float* s) {
  int h = blockIdx.x, r = threadIdx.x;
  float slope = exp2f(-2.0f * (h + 1)), m = -1e30f, sum = 0;
#ifdef FAULT
  slope = -slope;
#endif
  const float* row = s + (h * 24 + r) * 24;
  for (int c = 0; c <= r; ++c) m = fmaxf(m, row[c] - slope * (r - c));
  for (int c = 0; c <= r; ++c) sum += expf(row[c] - slope * (r - c) - m);
  for (int c = 0; c < 24; ++c) p[(h * 24 + r) * 24 + c] = c <= r ? expf(row[c] - slope * (r - c) - m) / sum : 0;
}
