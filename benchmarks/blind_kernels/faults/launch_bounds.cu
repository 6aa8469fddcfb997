// Adds one to each element, in blocks of 256 threads.
// Fault: the kernel is compiled for at most 128 threads per block, so this launch fails.
#ifdef FAULT
#define THREADS 128
#else
#define THREADS 256
#endif
extern "C" __global__ void __launch_bounds__(THREADS) increment(int* y, const int* x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i] + 1;
}
