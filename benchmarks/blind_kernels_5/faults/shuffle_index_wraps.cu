// Differences to the next element along rows of 32, a warp per row; behind the last element it counts as repeated.
// Fault: lane 31 asks for lane 32, which is taken modulo the width, so it gets the first element (wrong value).
extern "C" __global__ void differences(int* y, const int* x) {
  int i = blockIdx.x * 64 + threadIdx.x, lane = threadIdx.x % 32, v = x[i];
#ifdef FAULT
  int next = __shfl_sync(~0u, v, lane + 1);
#else
  int next = __shfl_down_sync(~0u, v, 1);
#endif
  y[i] = next - v;
}
