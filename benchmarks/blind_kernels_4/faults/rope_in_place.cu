// Rotary embedding of four rows of 64 in place; a thread per element, pairs are 32 elements apart.
// Fault: no barrier between reading the partner and overwriting one's own element (race on global).
extern "C" __global__ void rope(float* x, const float* cosine, const float* sine) {
  int row = blockIdx.x, t = threadIdx.x, k = row * 32 + t % 32;
  float own = x[row * 64 + t], partner = x[row * 64 + (t ^ 32)];
#ifndef FAULT
  __syncthreads();
#endif
  x[row * 64 + t] = own * cosine[k] + (t < 32 ? -partner : partner) * sine[k];
}
