// A seven-point stencil in three dimensions: planes march through shared memory, the values before and behind through registers.
// Fault: no barrier after a plane has been used, so the next one overwrites cells that neighbours still read (race on shared).
extern "C" __global__ void laplacian(float* y, const float* x) {
  __shared__ float plane[16][16];
  int c = threadIdx.x, r = threadIdx.y, cell = r * 16 + c;
  float behind = 0, here = x[cell];
  for (int z = 0; z < 6; ++z) {
    float ahead = z + 1 < 6 ? x[(z + 1) * 256 + cell] : 0.f;
    plane[r][c] = here;
    __syncthreads();
    float sum = behind + ahead - 6 * here;
    if (r > 0) sum += plane[r - 1][c];
    if (r < 15) sum += plane[r + 1][c];
    if (c > 0) sum += plane[r][c - 1];
    if (c < 15) sum += plane[r][c + 1];
    y[z * 256 + cell] = sum;
#ifndef FAULT
    __syncthreads();
#endif
    behind = here;
    here = ahead;
  }
}
