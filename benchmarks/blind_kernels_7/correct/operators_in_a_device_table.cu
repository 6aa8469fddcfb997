// Expressions in reverse Polish notation; operators are function pointers that a first launch puts into a table.
typedef int (*Operator)(int, int);
__device__ int add(int a, int b) { return (int)((unsigned)a + (unsigned)b); }
__device__ int subtract(int a, int b) { return (int)((unsigned)a - (unsigned)b); }
__device__ int larger(int a, int b) { return a > b ? a : b; }
__device__ int either(int a, int b) { return a ^ b; }
__device__ Operator table[4];
extern "C" __global__ void fill() {
  table[0] = add;
  table[1] = subtract;
  table[2] = larger;
  table[3] = either;
}
extern "C" __global__ void evaluate(int* y, const signed char* program, const int* x) {
  int i = blockIdx.x * 32 + threadIdx.x, stack[8], n = 0;
  for (int k = 0; k < 9; ++k) {
    int op = program[i * 9 + k];
    if (op < 0) {
      stack[n++] = x[i * 5 + ~op];
    } else {
      int b = stack[--n], a = stack[--n];
      stack[n++] = table[op](a, b);
    }
  }
  y[i] = stack[0];
}
