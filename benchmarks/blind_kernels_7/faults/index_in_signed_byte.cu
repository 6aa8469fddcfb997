// Gathers from a table of 160 entries by indices that are stored as bytes.
// Fault: the bytes are read as signed, so that indices from 128 on are negative (out of bounds).
#ifdef FAULT
typedef signed char Index;
#else
typedef unsigned char Index;
#endif
extern "C" __global__ void gather(float* y, const float* table, const Index* index) {
  int i = blockIdx.x * 64 + threadIdx.x;
  y[i] = table[index[i]];
}
