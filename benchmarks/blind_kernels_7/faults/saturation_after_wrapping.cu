// Mixes two streams of 16-bit samples with saturation, and counts per block how many samples are clipped.
// Fault: the sum is kept in 16 bits before it is compared with the limits (wrong value for loud samples).
#ifdef FAULT
typedef short Sum;
#else
typedef int Sum;
#endif
extern "C" __global__ void mix(short* y, int* clipped, const short* a, const short* b) {
  int i = blockIdx.x * 64 + threadIdx.x;
  Sum s = (Sum)(a[i] + b[i]);
  bool clip = s > 32767 || s < -32768;
  y[i] = (short)max(-32768, min(32767, (int)s));
  int n = __syncthreads_count(clip);
  if (threadIdx.x == 0) clipped[blockIdx.x] = n;
}
