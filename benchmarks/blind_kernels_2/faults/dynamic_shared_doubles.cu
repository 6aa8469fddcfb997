// Prefix sums of 64 values per block in 256 bytes of dynamic shared memory.
// Fault: the buffer is used for doubles, which need 512 bytes (beyond the launch's shared memory).
#ifdef FAULT
typedef double Acc;
#else
typedef float Acc;
#endif
extern __shared__ __align__(8) unsigned char buffer[];
extern "C" __global__ void prefix(float* y, const float* x) {
  Acc* s = (Acc*)buffer;
  int t = threadIdx.x;
  s[t] = x[blockIdx.x * 64 + t];
  __syncthreads();
  Acc v = 0;
  for (int k = 0; k <= t; ++k) v += s[k];
  y[blockIdx.x * 64 + t] = (float)v;
}
