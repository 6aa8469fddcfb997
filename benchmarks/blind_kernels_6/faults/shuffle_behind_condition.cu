// Each lane tells whether it is in the lower half or its value is above that of its right neighbour.
// Fault: the shuffle is behind a short-circuit, so lanes of the lower half do not take part (undefined behaviour).
extern "C" __global__ void compare(int* out, const int* x) {
  int t = threadIdx.x, lane = t % 32, v = x[t];
#ifdef FAULT
  out[t] = lane < 16 || v > __shfl_sync(~0u, v, (lane + 1) % 32);
#else
  int right = __shfl_sync(~0u, v, (lane + 1) % 32);
  out[t] = lane < 16 || v > right;
#endif
}
