// Sums of squares per thread over a grid-stride loop; the next element is loaded while this one is used.
// Fault: the last iteration prefetches an element behind the array (out of bounds on global).
extern "C" __global__ void squares(float* y, const float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x, thread = i;
  float next = x[i], sum = 0;
  for (; i < n; i += stride) {
    float v = next;
#ifdef FAULT
    next = x[i + stride];
#else
    next = i + stride < n ? x[i + stride] : 0.f;
#endif
    sum += v * v;
  }
  y[thread] = sum;
}
