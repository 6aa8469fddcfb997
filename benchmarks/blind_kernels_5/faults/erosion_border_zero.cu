// Erosion of a 16 x 16 image by a 3 x 3 square, tiles of 8 x 8 with a border in shared memory; cells outside do not count.
// Fault: cells outside are filled with 0, which is not the neutral element of the minimum (255 is).
extern "C" __global__ void erode(unsigned char* y, const unsigned char* x) {
  __shared__ unsigned char tile[10][10];
  int t = threadIdx.y * 8 + threadIdx.x;
#ifdef FAULT
  const unsigned char outside = 0;
#else
  const unsigned char outside = 255;
#endif
  for (int i = t; i < 100; i += 64) {
    int r = (int)blockIdx.y * 8 + i / 10 - 1, c = (int)blockIdx.x * 8 + i % 10 - 1;
    tile[i / 10][i % 10] = r >= 0 && r < 16 && c >= 0 && c < 16 ? x[r * 16 + c] : outside;
  }
  __syncthreads();
  int least = 255;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) least = min(least, (int)tile[threadIdx.y + r][threadIdx.x + c]);
  y[(blockIdx.y * 8 + threadIdx.y) * 16 + blockIdx.x * 8 + threadIdx.x] = least;
}
