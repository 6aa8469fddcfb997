// Means over windows of 3 x 3 pixels of a 12 x 12 image with stride two and padding one; padding does not count.
// Fault: the divisor is always nine, also where the window covers padding (wrong value at the border).
__global__ void pool(float* y, const float* x) {
  const int r = threadIdx.y, c = threadIdx.x;
  float sum = 0.0f;
  int count = 0;
  for (int i = 2 * r - 1; i <= 2 * r + 1; i++)
    for (int j = 2 * c - 1; j <= 2 * c + 1; j++)
      if (i >= 0 && i < 12 && j >= 0 && j < 12) {
        sum += x[i * 12 + j];
        count++;
      }
#ifdef FAULT
  count = 9;
#endif
  y[r * 6 + c] = sum / (float)count;
}
