// A Fourier transform of 128 points in natural order (Stockham) by 64 threads through one shared array.
// Fault: no barrier between reading a pair and writing it to its new place (race on shared).
extern "C" __global__ void fft(float2* y, const float2* x) {
  __shared__ float2 s[128];
  int t = threadIdx.x;
  s[t] = x[t];
  s[t + 64] = x[t + 64];
  __syncthreads();
  for (int n = 1; n < 128; n *= 2) {
    float2 a = s[t], b = s[t + 64], w;
    sincospif(-(float)(t % n) / n, &w.y, &w.x);
#ifndef FAULT
    __syncthreads();
#endif
    float2 c = {b.x * w.x - b.y * w.y, b.x * w.y + b.y * w.x};
    int i = t / n * 2 * n + t % n;
    s[i] = {a.x + c.x, a.y + c.y};
    s[i + n] = {a.x - c.x, a.y - c.y};
    __syncthreads();
  }
  y[t] = s[t];
  y[t + 64] = s[t + 64];
}
