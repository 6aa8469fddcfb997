// Products of rows of A with rows of B at the 60 places of a sparse pattern only (SDDMM), eight lanes per place; width 24.
__global__ void sampled(float* y, const float* a, const float* b, const int* row, const int* column, int count) {
  const int entry = blockIdx.x * 8 + (threadIdx.x >> 3), lane = threadIdx.x & 7;
  const bool valid = entry < count;
  float sum = 0.0f;
  if (valid)
    for (int k = lane; k < 24; k += 8) sum += a[row[entry] * 24 + k] * b[column[entry] * 24 + k];
  for (int d = 4; d; d >>= 1) sum += __shfl_down_sync(~0u, sum, d, 8);
  if (valid && lane == 0) y[entry] = sum;
}
