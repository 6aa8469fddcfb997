// Substitutes bytes by a table of 256 bytes that the block copies to shared memory, two bytes per thread.
// Fault: each of the 128 threads copies one byte, so the upper half of the table is missing (uninitialized read).
extern "C" __global__ void substitute(unsigned char* out, const unsigned char* text, const unsigned char* table) {
  __shared__ unsigned char box[256];
  int t = threadIdx.x;
#ifdef FAULT
  box[t] = table[t];
#else
  for (int i = t; i < 256; i += blockDim.x) box[i] = table[i];
#endif
  __syncthreads();
  for (int i = blockIdx.x * 256 + t; i < (blockIdx.x + 1) * 256; i += 128) out[i] = box[box[text[i]]];
}
