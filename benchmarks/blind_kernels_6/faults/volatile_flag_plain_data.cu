// The first warp of a block hands 32 values to the second one through shared memory and a volatile flag.
// Fault: only the flag is volatile, and no fence orders the plain values before it (race on shared).
extern "C" __global__ void hand_over(int* y, const int* x) {
  __shared__ int values[32];
  __shared__ int flag;
  volatile int* f = &flag;
  int t = threadIdx.x, lane = t % 32;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t < 32) {
    values[lane] = x[blockIdx.x * 32 + lane];
    __syncwarp();
#ifndef FAULT
    __threadfence_block();
#endif
    if (lane == 0) *f = 1;
  } else {
    while (*f == 0) {}
#ifndef FAULT
    __threadfence_block();
#endif
    y[blockIdx.x * 32 + lane] = values[31 - lane];
  }
}
