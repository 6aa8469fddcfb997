// Eight steps of a hidden Markov model with four states in logarithms; impossible transitions are minus infinity. A thread per sequence.
// Fault: the largest term is subtracted although all terms may be minus infinity, which gives NaN (wrong value for some inputs).
__global__ void forward(float* y, const float* transition, const unsigned char* seen) {
  const float inf = __int_as_float(0x7f800000);
  float score[4] = {0.0f, -inf, -inf, -inf};
  for (int step = 0; step < 8; step++) {
    const int symbol = seen[threadIdx.x * 8 + step];
    float next[4];
    for (int j = 0; j < 4; j++) {
      float largest = -inf, sum = 0.0f;
      for (int i = 0; i < 4; i++) largest = fmaxf(largest, score[i] + transition[(symbol * 4 + i) * 4 + j]);
#ifdef FAULT
      const float base = largest;
#else
      const float base = largest == -inf ? 0.0f : largest;
#endif
      for (int i = 0; i < 4; i++) sum += expf(score[i] + transition[(symbol * 4 + i) * 4 + j] - base);
      next[j] = base + logf(sum);
    }
    for (int j = 0; j < 4; j++) score[j] = next[j];
  }
  for (int j = 0; j < 4; j++) y[threadIdx.x * 4 + j] = score[j];
}
