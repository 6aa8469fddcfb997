// Dynamic shared memory holds 100 floats and behind them 100 shorts; both are read in reverse order.
// Fault: the shorts begin 100 shorts, not 100 floats, behind the start, within the floats (overlap, race on shared).
extern "C" __global__ void reverse(float* y, short* z, const float* x, const short* w) {
  extern __shared__ __align__(16) char raw[];
  float* floats = (float*)raw;
#ifdef FAULT
  short* shorts = (short*)raw + 100;
#else
  short* shorts = (short*)(floats + 100);
#endif
  int t = threadIdx.x;
  floats[t] = x[t];
  shorts[t] = w[t];
  __syncthreads();
  y[t] = floats[99 - t];
  z[t] = shorts[99 - t];
}
