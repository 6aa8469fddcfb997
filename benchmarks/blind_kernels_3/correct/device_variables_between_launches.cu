// A variable and a table in device memory, not among the arguments, carry results from one launch to the next.
__device__ int table[64];
__device__ int shift = 12345;
extern "C" __global__ void fill(const int* x) {
  table[threadIdx.x] = x[threadIdx.x] + 1;
  if (threadIdx.x == 5) shift = x[5] & 31;
}
extern "C" __global__ void use(int* y) { y[threadIdx.x] = table[(threadIdx.x + shift) & 63]; }
