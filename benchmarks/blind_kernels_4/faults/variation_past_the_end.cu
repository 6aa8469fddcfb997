// Total variations of 256 interleaved series: a thread walks its series with the grid's stride and keeps the previous element.
// Fault: the last step of a series loads an element behind the array instead of stopping there (out of bounds on global).
extern "C" __global__ void variation(float* y, const float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x, thread = i;
  float v = x[i], sum = 0;
  for (; i < n; i += stride) {
#ifdef FAULT
    float next = x[i + stride];
#else
    float next = i + stride < n ? x[i + stride] : v;
#endif
    sum += fabsf(next - v);
    v = next;
  }
  y[thread] = sum;
}
