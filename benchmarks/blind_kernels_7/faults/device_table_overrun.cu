// Numbers of 0 to 16 are translated by a table in device memory, which a first launch fills together with a second table.
// Fault: the table has 16 entries, and number 16 reads the one behind it (out of bounds).
#ifdef FAULT
#define ENTRIES 16
#else
#define ENTRIES 17
#endif
__device__ int squares[ENTRIES];
__device__ int cubes[ENTRIES];
extern "C" __global__ void fill() {
  int t = threadIdx.x;
  if (t < ENTRIES) {
    squares[t] = t * t;
    cubes[t] = t * t * t;
  }
}
extern "C" __global__ void translate(int* y, const int* x) {
  int i = blockIdx.x * 32 + threadIdx.x;
  y[i] = squares[x[i]] + cubes[x[i]];
}
