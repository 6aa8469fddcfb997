// Sort 1024 values per block in ascending order: a bitonic network in shared memory.
constexpr int N = 1024;

extern "C" __global__ void __launch_bounds__(N / 2)
bitonic_sort(const float* __restrict__ x, float* __restrict__ y) {
  __shared__ float value[N];
  int thread = threadIdx.x;
  size_t first = size_t(blockIdx.x) * N;
  value[thread] = x[first + thread];
  value[thread + N / 2] = x[first + thread + N / 2];
  for (int size = 2; size <= N; size *= 2)
    for (int apart = size / 2; apart; apart /= 2) {
      __syncthreads();
      int low = 2 * thread - (thread & (apart - 1)), high = low + apart;
      float a = value[low], b = value[high];
      bool ascending = (low & size) == 0;
      if ((a > b) == ascending) {
        value[low] = b;
        value[high] = a;
      }
    }
  __syncthreads();
  y[first + thread] = value[thread];
  y[first + thread + N / 2] = value[thread + N / 2];
}
