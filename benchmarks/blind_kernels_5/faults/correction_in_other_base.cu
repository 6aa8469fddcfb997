// Softmax-weighted means of 40 values for 32 rows of scores, online, with powers of two of scores that are scaled by log2(e).
// Fault: the correction for a new maximum is a power of e of the scaled difference (wrong base, wrong values).
extern "C" __global__ void weigh(float* y, const float* s, const float* v) {
  int row = threadIdx.x;
  float largest = s[row * 40] * 1.44269504f, sum = 1, acc = v[0];
  for (int j = 1; j < 40; ++j) {
    float score = s[row * 40 + j] * 1.44269504f, next = fmaxf(largest, score);
#ifdef FAULT
    float correction = expf(largest - next);
#else
    float correction = exp2f(largest - next);
#endif
    float p = exp2f(score - next);
    sum = sum * correction + p;
    acc = acc * correction + p * v[j];
    largest = next;
  }
  y[row] = acc / sum;
}
