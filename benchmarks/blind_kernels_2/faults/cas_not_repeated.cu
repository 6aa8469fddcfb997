// Sums of 128 floats by residue modulo 4 with an own atomic add made of compare and swap.
// Fault: the compare and swap is not repeated when another thread was faster (lost updates).
extern "C" __global__ void sums(float* y, const float* x) {
  int i = blockIdx.x * 64 + threadIdx.x;
  unsigned* p = (unsigned*)&y[i & 3];
  unsigned old = atomicOr(p, 0u), assumed;
  do {
    assumed = old;
    old = atomicCAS(p, assumed, __float_as_uint(__uint_as_float(assumed) + x[i]));
#ifdef FAULT
    break;
#endif
  } while (old != assumed);
}
