// Transposes tiles of 4 x 32 integers through shared memory.
// Fault: the tile is written as s[x][y], but declared s[4][32] (out of bounds for x > 4).
extern "C" __global__ void transpose(int* y, const int* x) {
  __shared__ int s[4][32];
  int tx = threadIdx.x, ty = threadIdx.y, i = ty * 32 + tx;
#ifdef FAULT
  s[tx][ty] = x[blockIdx.x * 128 + i];
#else
  s[ty][tx] = x[blockIdx.x * 128 + i];
#endif
  __syncthreads();
  y[blockIdx.x * 128 + i] = s[i % 4][i / 4];
}
