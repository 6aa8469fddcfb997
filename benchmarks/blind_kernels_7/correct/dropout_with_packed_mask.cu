// Dropout with probability 1/4 by a hash of seed and index; the mask is kept as bits, and a second launch applies it backwards.
__device__ unsigned hashed(unsigned v) {
  v = (v ^ 61) ^ v >> 16;
  v *= 9;
  v ^= v >> 4;
  v *= 0x27d4eb2d;
  return v ^ v >> 15;
}
extern "C" __global__ void forward(float* y, unsigned* mask, const float* x, unsigned seed) {
  int i = blockIdx.x * 64 + threadIdx.x;
  bool keep = hashed(seed ^ i * 2654435761u) >> 30 != 0;
  unsigned bits = __ballot_sync(~0u, keep);
  if (i % 32 == 0) mask[i / 32] = bits;
  y[i] = keep ? x[i] * (4.0f / 3) : 0;
}
extern "C" __global__ void backward(float* dx, const float* dy, const unsigned* mask) {
  int i = blockIdx.x * 64 + threadIdx.x;
  dx[i] = mask[i / 32] >> i % 32 & 1 ? dy[i] * (4.0f / 3) : 0;
}
