// Lanes of a warp exchange values with the mirrored lane through shared memory.
// Fault: the barrier's mask is the lower half, though all lanes execute it (undefined behaviour, race).
#ifdef FAULT
#define MASK 0xffffu
#else
#define MASK 0xffffffffu
#endif
extern "C" __global__ void mirror(int* out, const int* x) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = x[t];
  __syncwarp(MASK);
  out[t] = s[t ^ 31];
}
