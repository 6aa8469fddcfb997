// Instance normalization of 2 samples with 3 channels of 64 pixels, a block per plane.
// Fault: the channel of a plane is the block divided by the channels instead of the remainder (wrong value).
extern "C" __global__ void normalize(float* y, const float* x, const float* scale) {
  __shared__ float part[2][2];
  int t = threadIdx.x, at = blockIdx.x * 64 + t;
  float v = x[at], sum = v, square = v * v;
  for (int d = 16; d > 0; d /= 2) {
    sum += __shfl_xor_sync(~0u, sum, d);
    square += __shfl_xor_sync(~0u, square, d);
  }
  if (t % 32 == 0) {
    part[0][t / 32] = sum;
    part[1][t / 32] = square;
  }
  __syncthreads();
  float mean = (part[0][0] + part[0][1]) / 64, var = (part[1][0] + part[1][1]) / 64 - mean * mean;
#ifdef FAULT
  int channel = blockIdx.x / 3;
#else
  int channel = blockIdx.x % 3;
#endif
  y[at] = (v - mean) * rsqrtf(var + 1e-3f) * scale[channel];
}
