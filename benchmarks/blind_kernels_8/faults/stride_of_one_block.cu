// Advances 300 states of a generator by one step in place, three blocks of 64 threads with a stride loop.
// Fault: the loop's stride is one block instead of the whole grid, so that blocks advance the same states (data race).
__global__ void advance(unsigned* state, int n) {
#ifdef FAULT
  const int stride = blockDim.x;
#else
  const int stride = blockDim.x * gridDim.x;
#endif
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) state[i] = state[i] * 1664525u + 1013904223u;
}
