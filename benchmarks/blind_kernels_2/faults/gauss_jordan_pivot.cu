// Inverse of an 8 x 8 matrix per block by Gauss-Jordan elimination in place; diagonally dominant.
// Fault: the pivot is read from shared memory while its owner overwrites it (race).
extern "C" __global__ void inverse(float* b) {
  __shared__ float s[8][8];
  int r = threadIdx.x / 8, c = threadIdx.x % 8;
  float* p = b + blockIdx.x * 64 + threadIdx.x;
  s[r][c] = *p + (r == c ? 10.f : 0.f);
  for (int k = 0; k < 8; ++k) {
    __syncthreads();
    float v = s[r][c], f = s[r][k], g = s[k][c];
    float piv = s[k][k];
    __syncthreads();
#ifdef FAULT
    piv = ((volatile float*)s)[k * 9];
#endif
    if (r == k) s[r][c] = c == k ? 1 / piv : v / piv;
    else s[r][c] = c == k ? -f / piv : v - f * g / piv;
  }
  *p = s[r][c];
}
