// The lower half of a warp adds to its values those that the upper half has left in shared memory.
// Fault: the mask of __syncwarp names the readers only, so the writers' stores are not ordered (wrong mask, race within a warp).
extern "C" __global__ void fold(int* y, const int* x) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = x[lane];
#ifndef FAULT
  __syncwarp();
#endif
  if (lane < 16) {
#ifdef FAULT
    __syncwarp(0xffff);
#endif
    y[lane] = s[lane] + s[31 - lane];
  }
}
