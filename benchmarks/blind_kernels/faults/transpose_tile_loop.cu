// Transpose of a 64 x 96 matrix; a block walks along a strip of three 32 x 32 tiles with one shared tile.
// Fault: no barrier at the end of an iteration, so the next tile overwrites cells not yet read (race on shared).
extern "C" __global__ void transpose(float* y, const float* x) {
  __shared__ float tile[32][33];
  int tx = threadIdx.x, ty = threadIdx.y, row0 = blockIdx.x * 32;
  for (int col0 = 0; col0 < 96; col0 += 32) {
    for (int r = ty; r < 32; r += 8) tile[r][tx] = x[(row0 + r) * 96 + col0 + tx];
    __syncthreads();
    for (int r = ty; r < 32; r += 8) y[(col0 + r) * 64 + row0 + tx] = tile[tx][r];
#ifndef FAULT
    __syncthreads();
#endif
  }
}
