// Scatters 128 values by indices below 24, among which duplicates occur: the value with the highest position wins.
// Fault: values are stored directly, so that any of the duplicates may win (data race between two writes).
__global__ void scatter(int* winner, int* y, const int* index, const int* x) {
  const int i = blockIdx.x * 64 + threadIdx.x;
#ifdef FAULT
  y[index[i]] = x[i];
  winner[index[i]] = i + 1;
#else
  atomicMax(&winner[index[i]], i + 1);
#endif
}
__global__ void gather(int* winner, int* y, const int* index, const int* x) {
  const int w = winner[threadIdx.x];
  if (w > 0) y[threadIdx.x] = x[w - 1];
}
