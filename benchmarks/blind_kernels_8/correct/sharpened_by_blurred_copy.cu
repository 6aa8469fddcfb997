// Unsharp masking of a 24 x 16 image of bytes: twice the pixel minus the 3 x 3 binomial mean, clamped; a tile with border in shared memory.
__global__ void sharpen(unsigned char* y, const unsigned char* x, int w, int h) {
  __shared__ unsigned char tile[10][10];
  const int t = threadIdx.y * 8 + threadIdx.x;
  for (int i = t; i < 100; i += 64) {
    const int r = min(max((int)blockIdx.y * 8 + i / 10 - 1, 0), h - 1), c = min(max((int)blockIdx.x * 8 + i % 10 - 1, 0), w - 1);
    tile[i / 10][i % 10] = x[r * w + c];
  }
  __syncthreads();
  int blur = 0;
  for (int j = 0; j < 3; j++)
    for (int i = 0; i < 3; i++) blur += (2 - abs(i - 1)) * (2 - abs(j - 1)) * tile[threadIdx.y + j][threadIdx.x + i];
  const int v = 2 * tile[threadIdx.y + 1][threadIdx.x + 1] - ((blur + 8) >> 4);
  y[(blockIdx.y * 8 + threadIdx.y) * w + blockIdx.x * 8 + threadIdx.x] = (unsigned char)min(max(v, 0), 255);
}
