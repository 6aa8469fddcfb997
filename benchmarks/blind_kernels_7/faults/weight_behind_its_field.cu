// A filter with six taps, whose weights are a field of a struct that is passed by value, in front of the offset.
// Fault: the loop runs over seven taps and takes the offset's bits as a weight (out of bounds, wrong value).
#ifdef FAULT
#define TAPS 7
#else
#define TAPS 6
#endif
struct Filter {
  int weight[6];
  int offset;
};
extern "C" __global__ void filter(int* y, const int* x, Filter f) {
  int i = blockIdx.x * 64 + threadIdx.x, s = f.offset;
  const int* w = f.weight;
#pragma unroll 1
  for (int k = 0; k < TAPS; ++k) s += w[k] * x[i + k];
  y[i] = s;
}
