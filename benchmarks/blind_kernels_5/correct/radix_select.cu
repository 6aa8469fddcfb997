// The k-th largest of 256 keys per block by four rounds of histograms of a byte; also the number of keys above it.
extern "C" __global__ void select(unsigned* y, int* above, const unsigned* x, const int* k) {
  __shared__ int histogram[256], left;
  __shared__ unsigned prefix;
  int t = threadIdx.x;
  x += blockIdx.x * 256;
  if (t == 0) {
    prefix = 0;
    left = k[blockIdx.x];
  }
  for (int shift = 24; shift >= 0; shift -= 8) {
    histogram[t] = histogram[t + 128] = 0;
    __syncthreads();
    for (int i = t; i < 256; i += 128)
      if (shift == 24 || x[i] >> (shift + 8) == prefix >> (shift + 8)) atomicAdd(&histogram[x[i] >> shift & 255], 1);
    __syncthreads();
    if (t == 0) {
      int digit = 255;
      while (left > histogram[digit]) left -= histogram[digit--];
      prefix |= (unsigned)digit << shift;
    }
    __syncthreads();
  }
  if (t == 0) {
    y[blockIdx.x] = prefix;
    above[blockIdx.x] = k[blockIdx.x] - left;
  }
}
