// Each lane calls one of four functions through a table of function pointers.
typedef int (*Op)(int, int);
__device__ __noinline__ int add(int a, int b) { return a + b; }
__device__ __noinline__ int subtract(int a, int b) { return a - b; }
__device__ __noinline__ int multiply(int a, int b) { return a * b; }
__device__ __noinline__ int mix(int a, int b) { return (a ^ b) + (b << 3); }
__device__ Op ops[4] = {add, subtract, multiply, mix};
extern "C" __global__ void call(int* y, const int* x) {
  int v = x[threadIdx.x];
  y[threadIdx.x] = ops[v & 3](v, (int)threadIdx.x + 7);
}
