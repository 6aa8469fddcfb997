// A symmetric 16 x 16 matrix, stored as its packed lower triangle, times a vector; the matrix is expanded in shared memory.
// Fault: the mirrored element is not stored, so the upper triangle is read uninitialized (shared memory).
extern "C" __global__ void symmetric_times_vector(float* y, const float* packed, const float* v) {
  __shared__ float s[16][16];
  int c = threadIdx.x, r = threadIdx.y;
  if (c <= r) {
    float value = packed[r * (r + 1) / 2 + c];
    s[r][c] = value;
#ifndef FAULT
    s[c][r] = value;
#endif
  }
  __syncthreads();
  if (r == 0) {
    float sum = 0;
    for (int k = 0; k < 16; ++k) sum += s[c][k] * v[k];
    y[c] = sum;
  }
}
