// The sums of eight parts of an array of 120 floats; a block of one warp adds up a part by vectors of four.
// Fault: the array is split into parts of 15, which do not begin at multiples of four (misaligned).
__global__ void sums(float* y, const float* x, int n) {
#ifdef FAULT
  const int part = n / gridDim.x;
#else
  const int part = (n / gridDim.x + 3) / 4 * 4;
#endif
  const int first = blockIdx.x * part, last = min(first + part, n);
  float sum = 0.0f;
  for (int i = first + (int)threadIdx.x * 4; i < last; i += 128) {
    const float4 v = *(const float4*)(x + i);
    sum += v.x + v.y + v.z + v.w;
  }
  for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
  if (threadIdx.x == 0) y[blockIdx.x] = sum;
}
