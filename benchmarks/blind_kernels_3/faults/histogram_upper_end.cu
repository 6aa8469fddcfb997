// Counts values in [0, 1] in ten bins; the last bin includes 1.
// Fault: 1 times 10 is bin 10, which does not exist (out of bounds on global).
extern "C" __global__ void histogram(int* count, const float* x) {
  int bin = (int)(x[blockIdx.x * 128 + threadIdx.x] * 10);
#ifndef FAULT
  bin = min(bin, 9);
#endif
  atomicAdd(&count[bin], 1);
}
