// Lanes of a warp exchange values through a scratch array in global memory.
// Fault: __syncwarp between the store and the load of another lane's value is missing.
extern "C" __global__ void exchange(float* y, float* scratch, const float* x) {
  int lane = threadIdx.x, base = blockIdx.x * 32;
  scratch[base + lane] = x[base + lane] * 3;
#ifndef FAULT
  __syncwarp();
#endif
  y[base + lane] = scratch[base + (lane * 5 + 1) % 32];
}
