// Samples a pyramid of means of a line of 16 texels (16 + 8 + 4 + 2 + 1) at a level of detail of 0 to 4 between two levels.
// Fault: the level above the top one is read for the highest level of detail (out of bounds).
__global__ void sample(float* y, const float* pyramid, const int* place, const float* detail) {
  const int t = threadIdx.x;
  const float d = detail[t];
  const int low = (int)d;
#ifdef FAULT
  const int high = low + 1;
#else
  const int high = min(low + 1, 4);
#endif
  const float a = pyramid[32 - (32 >> low) + (place[t] >> low)];
  const float b = pyramid[32 - (32 >> high) + (place[t] >> high)];
  y[t] = a + (b - a) * (d - (float)low);
}
