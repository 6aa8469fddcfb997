// Row sums of a sorted coordinate list: each thread adds two entries, and rows are longer than that.
// Fault: a thread adds to its row without an atomic, although neighbours share the row (race).
extern "C" __global__ void zero(int* y) {
  if (threadIdx.x < 40) y[threadIdx.x] = 0;
}
extern "C" __global__ void coo(int* y, const int* v) {
  int i = (blockIdx.x * 64 + threadIdx.x) * 2;
  int r0 = i * 40 / 256, r1 = (i + 1) * 40 / 256;
  if (r0 == r1) {
#ifdef FAULT
    y[r0] += v[i] + v[i + 1];
#else
    atomicAdd(&y[r0], v[i] + v[i + 1]);
#endif
  } else {
    atomicAdd(&y[r0], v[i]);
    atomicAdd(&y[r1], v[i + 1]);
  }
}
