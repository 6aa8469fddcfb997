// Gamma correction of bytes by a table of 256 entries (squares), which the first warp builds in shared memory.
// Fault: only the first warp synchronizes after building the table, by __syncwarp (data race).
extern "C" __global__ void correct(unsigned char* y, const unsigned char* x) {
  __shared__ unsigned char table[256];
  int t = threadIdx.x;
  if (t < 32)
    for (int k = t; k < 256; k += 32) table[k] = (k * k + 127) / 255;
#ifdef FAULT
  __syncwarp();
#else
  __syncthreads();
#endif
  for (int k = t; k < 512; k += 128) y[blockIdx.x * 512 + k] = table[x[blockIdx.x * 512 + k]];
}
