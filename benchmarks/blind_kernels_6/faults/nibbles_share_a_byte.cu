// Packs 128 values of four bits, two to a byte.
// Fault: each of two threads reads the byte and writes it back with its own nibble (race on global).
extern "C" __global__ void pack(unsigned char* packed, const int* q) {
  int i = blockIdx.x * 64 + threadIdx.x;
  unsigned v = q[i] & 15;
#ifdef FAULT
  packed[i / 2] |= v << (i % 2 * 4);
#else
  unsigned other = __shfl_down_sync(~0u, v, 1);
  if (i % 2 == 0) packed[i / 2] = v | other << 4;
#endif
}
