// Autocorrelation of 64 integers on a ring by the power spectrum: bins 0 to 32 are computed, the inverse uses them twice.
// Fault: the bin of the highest frequency (32) is not computed, but read (uninitialized shared memory).
__global__ void correlate(float* y, const int* x) {
  __shared__ float power[33];
  const int t = threadIdx.x;
#ifdef FAULT
  if (t < 32) {
#else
  if (t < 33) {
#endif
    float re = 0.0f, im = 0.0f;
    for (int k = 0; k < 64; k++) {
      float s, c;
      sincospif((float)(t * k % 64) / 32.0f, &s, &c);
      re += x[k] * c;
      im += x[k] * s;
    }
    power[t] = re * re + im * im;
  }
  __syncthreads();
  float sum = power[0];
  for (int k = 1; k < 32; k++) sum += 2.0f * power[k] * cospif((float)(t * k % 64) / 32.0f);
  sum += t & 1 ? -power[32] : power[32];
  y[t] = sum / 64.0f;
}
