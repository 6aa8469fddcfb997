// Transposes a 20 x 12 matrix through tiles of 16 x 16 in shared memory.
// Fault: the bounds of the transposed matrix are exchanged, so rows 12 and more are written, and from cells never set (out of bounds on global).
extern "C" __global__ void transpose(int* y, const int* x) {
  __shared__ int s[16][17];
  int tx = threadIdx.x, ty = threadIdx.y;
  int r = blockIdx.y * 16 + ty, c = blockIdx.x * 16 + tx;
  if (r < 20 && c < 12) s[ty][tx] = x[r * 12 + c];
  __syncthreads();
  r = blockIdx.x * 16 + ty;
  c = blockIdx.y * 16 + tx;
#ifdef FAULT
  if (r < 20 && c < 12) y[r * 20 + c] = s[tx][ty];
#else
  if (r < 12 && c < 20) y[r * 20 + c] = s[tx][ty];
#endif
}
