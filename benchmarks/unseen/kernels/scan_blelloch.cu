// Exclusive prefix sums of 1024 whole numbers per block: up and down a tree in shared memory.
constexpr int N = 1024;

extern "C" __global__ void __launch_bounds__(N / 2)
scan_blelloch(const int* __restrict__ x, int* __restrict__ y) {
  __shared__ int value[N];
  int thread = threadIdx.x;
  size_t first = size_t(blockIdx.x) * N;
  value[thread] = x[first + thread];
  value[thread + N / 2] = x[first + thread + N / 2];
  int offset = 1;
  for (int active = N / 2; active; active /= 2, offset *= 2) {
    __syncthreads();
    if (thread < active) {
      int left = offset * (2 * thread + 1) - 1;
      value[left + offset] += value[left];
    }
  }
  __syncthreads();
  if (thread == 0) value[N - 1] = 0;
  for (int active = 1; active < N; active *= 2) {
    offset /= 2;
    __syncthreads();
    if (thread < active) {
      int left = offset * (2 * thread + 1) - 1, before = value[left];
      value[left] = value[left + offset];
      value[left + offset] += before;
    }
  }
  __syncthreads();
  y[first + thread] = value[thread];
  y[first + thread + N / 2] = value[thread + N / 2];
}
