// Threads that find a negative value all set the same volatile flag to one.
extern "C" __global__ void any(int* y, const int* x) {
  __shared__ int flag;
  volatile int* f = &flag;
  if (threadIdx.x == 0) *f = 0;
  __syncthreads();
  if (x[blockIdx.x * 64 + threadIdx.x] < 0) *f = 1;
  __syncthreads();
  if (threadIdx.x == 0) y[blockIdx.x] = *f;
}
