// Sobel gradient (horizontal) of a 32 x 32 image with clamped edges, from tiles of 18 x 18 pixels.
// Fault: the tile is filled with a row pitch of 16 instead of 18, but read with 18 (uninitialized words, wrong value).
#ifdef FAULT
#define PITCH 16
#else
#define PITCH 18
#endif
extern "C" __global__ void sobel(float* out, const float* img) {
  __shared__ float tile[18 * 18];
  int t = threadIdx.y * 16 + threadIdx.x;
  for (int i = t; i < 18 * 18; i += 256) {
    int r = i / 18, c = i % 18;
    int y = min(max((int)blockIdx.y * 16 + r - 1, 0), 31), x = min(max((int)blockIdx.x * 16 + c - 1, 0), 31);
    tile[r * PITCH + c] = img[y * 32 + x];
  }
  __syncthreads();
  const float* p = &tile[threadIdx.y * 18 + threadIdx.x];
  float g = p[2] - p[0] + 2 * (p[20] - p[18]) + p[38] - p[36];
  out[(blockIdx.y * 16 + threadIdx.y) * 32 + blockIdx.x * 16 + threadIdx.x] = g;
}
