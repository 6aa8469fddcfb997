// A Fourier transform of 128 points per block, radix 2, in shared memory.
// Fault: the angle of the twiddle factor is divided by half the butterfly's length instead of the length.
extern "C" __global__ void fft(float* re, float* im) {
  __shared__ float sr[128], si[128];
  int t = threadIdx.x, base = blockIdx.x * 128;
  for (int i = t; i < 128; i += 64) {
    int j = __brev(i) >> 25;
    sr[j] = re[base + i];
    si[j] = im[base + i];
  }
  __syncthreads();
  for (int half = 1; half < 128; half *= 2) {
    int k = t & (half - 1), lo = 2 * t - k, hi = lo + half;
    float c, s;
#ifdef FAULT
    sincospif(-2.0f * k / half, &s, &c);
#else
    sincospif(-2.0f * k / (2 * half), &s, &c);
#endif
    float xr = sr[hi] * c - si[hi] * s, xi = sr[hi] * s + si[hi] * c;
    float yr = sr[lo], yi = si[lo];
    sr[lo] = yr + xr;
    si[lo] = yi + xi;
    sr[hi] = yr - xr;
    si[hi] = yi - xi;
    __syncthreads();
  }
  for (int i = t; i < 128; i += 64) {
    re[base + i] = sr[i];
    im[base + i] = si[i];
  }
}
