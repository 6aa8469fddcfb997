// Counts numbers of 0 to 15 by the place of their highest bit; zero counts with one.
// Fault: 31 - clz(0) is -1, so the cell before the array is incremented (out of bounds on global).
extern "C" __global__ void lengths(int* count, const int* x) {
  int v = x[threadIdx.x];
#ifdef FAULT
  int k = 31 - __clz(v);
#else
  int k = 31 - __clz(v | 1);
#endif
  atomicAdd(&count[k], 1);
}
