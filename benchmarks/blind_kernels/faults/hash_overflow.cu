// Looks up a table of 61 entries at a place given by a multiplicative hash of the thread's number.
// Fault: the hash is a signed int that overflows, so the remainder is negative (out of bounds below the table).
extern "C" __global__ void lookup(float* y, const float* table, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
#ifdef FAULT
  int h = (i * 1103515245 + 12345) % n;
#else
  unsigned h = (i * 1103515245u + 12345u) % (unsigned)n;
#endif
  y[i] = table[h];
}
