// Stereo costs: census bits of 5 x 5 neighbourhoods (clamped edges) of two images, compared at 4 disparities.
__device__ unsigned census(const unsigned char* image, int x, int y) {
  unsigned bits = 0;
  int centre = image[y * 24 + x];
  for (int dy = -2; dy <= 2; ++dy)
    for (int dx = -2; dx <= 2; ++dx) {
      int u = min(max(x + dx, 0), 23), v = min(max(y + dy, 0), 15);
      bits = bits << 1 | (image[v * 24 + u] < centre);
    }
  return bits;
}
extern "C" __global__ void costs(unsigned char* cost, const unsigned char* left, const unsigned char* right) {
  __shared__ unsigned r[24];
  int x = threadIdx.x, y = blockIdx.x;
  r[x] = census(right, x, y);
  __syncthreads();
  unsigned l = census(left, x, y);
  for (int d = 0; d < 4; ++d) cost[(y * 24 + x) * 4 + d] = x >= d ? __popc(l ^ r[x - d]) : 255;
}
