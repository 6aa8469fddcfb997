// Copies a 32 x 32 matrix in Morton order, and the Morton number of each element back.
__device__ unsigned squeeze(unsigned v) {
  v &= 0x55555555u;
  v = (v | v >> 1) & 0x33333333u;
  v = (v | v >> 2) & 0x0f0f0f0fu;
  v = (v | v >> 4) & 0x00ff00ffu;
  return (v | v >> 8) & 0xffffu;
}
__device__ unsigned spread(unsigned v) {
  v = (v | v << 8) & 0x00ff00ffu;
  v = (v | v << 4) & 0x0f0f0f0fu;
  v = (v | v << 2) & 0x33333333u;
  return (v | v << 1) & 0x55555555u;
}

extern "C" __global__ void morton(float* y, int* code, const float* x) {
  unsigned i = blockIdx.x * 256 + threadIdx.x;
  unsigned c = squeeze(i), r = squeeze(i >> 1);
  y[i] = x[r * 32 + c];
  code[i] = (int)(spread(i & 31) | spread(i >> 5) << 1);
}
