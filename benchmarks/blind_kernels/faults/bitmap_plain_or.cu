// Packs the signs of 256 values into eight words in shared memory.
// Fault: threads set their bits in a common word by a plain |=, not by atomicOr (race on shared).
extern "C" __global__ void signs(unsigned* y, const float* x) {
  __shared__ unsigned bits[8];
  int t = threadIdx.x;
  if (t < 8) bits[t] = 0;
  __syncthreads();
  if (x[blockIdx.x * 256 + t] < 0) {
    int i = t * 37 & 255;  // spread over the words
#ifdef FAULT
    bits[i / 32] |= 1u << i % 32;
#else
    atomicOr(&bits[i / 32], 1u << i % 32);
#endif
  }
  __syncthreads();
  if (t < 8) y[blockIdx.x * 8 + t] = bits[t];
}
