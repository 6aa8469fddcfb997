// Byte offsets of 64 elements in a tensor of four dimensions, whose strides are 32-bit numbers.
// Fault: products of indices and strides are taken in 32 bits and only then added as 64 bits (wrong value beyond 4 GiB).
__global__ void offsets(long long* y, const unsigned* index, const unsigned* stride) {
  long long sum = 0;
  for (int k = 0; k < 4; k++) {
    const unsigned i = index[threadIdx.x * 4 + k];
#ifdef FAULT
    sum += i * stride[k];
#else
    sum += (long long)i * stride[k];
#endif
  }
  y[threadIdx.x] = sum;
}
