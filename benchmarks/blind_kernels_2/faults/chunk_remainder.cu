// Copies 1000 integers, complemented; each of six blocks takes one contiguous chunk.
// Fault: the chunk is 1000 / 6 rounded down, so the last four elements are never written.
extern "C" __global__ void complement(int* y, const int* x) {
#ifdef FAULT
  int chunk = 1000 / gridDim.x;
#else
  int chunk = (1000 + gridDim.x - 1) / gridDim.x;
#endif
  int begin = blockIdx.x * chunk, end = min(begin + chunk, 1000);
  for (int i = begin + threadIdx.x; i < end; i += 32) y[i] = ~x[i];
}
