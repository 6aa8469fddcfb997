// Dynamic shared memory is divided by hand: one flag byte per thread, then one float per thread.
// Fault: the floats begin right after 101 bytes, at an odd address (misaligned access to shared).
extern "C" __global__ void partition(float* y, const float* x) {
  extern __shared__ __align__(16) unsigned char smem[];
  int n = blockDim.x, t = threadIdx.x;
  unsigned char* flags = smem;
#ifdef FAULT
  float* values = reinterpret_cast<float*>(smem + n);
#else
  float* values = reinterpret_cast<float*>(smem + (n + 15) / 16 * 16);
#endif
  float v = x[blockIdx.x * n + t];
  flags[t] = v < 0;
  values[t] = v;
  __syncthreads();
  int u = n - 1 - t;
  y[blockIdx.x * n + t] = flags[u] ? -values[u] : values[u];
}
