// Two-dimensional cosine transforms of 8 x 8 blocks, written in zigzag order.
__constant__ unsigned char zigzag[64] = {
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
    35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63};
extern "C" __global__ void dct(float* y, const float* x) {
  __shared__ float pixels[8][9], rows[8][9], out[64];
  int c = threadIdx.x, r = threadIdx.y, t = r * 8 + c;
  pixels[r][c] = x[blockIdx.x * 64 + t];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 8; ++k) sum += pixels[r][k] * cospif((2 * k + 1) * c / 16.f);
  rows[r][c] = sum * (c == 0 ? 0.35355339f : 0.5f);
  __syncthreads();
  sum = 0;
  for (int k = 0; k < 8; ++k) sum += rows[k][c] * cospif((2 * k + 1) * r / 16.f);
  out[t] = sum * (r == 0 ? 0.35355339f : 0.5f);
  __syncthreads();
  y[blockIdx.x * 64 + t] = out[zigzag[t]];
}
