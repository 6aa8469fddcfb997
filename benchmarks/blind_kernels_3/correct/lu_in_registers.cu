// LU factors of a diagonally dominant 16 x 16 matrix, a row per lane in registers; pivot rows come by shuffles.
extern "C" __global__ void factor(float* a) {
  int lane = threadIdx.x;
  float row[16];
#pragma unroll
  for (int j = 0; j < 16; ++j) row[j] = a[lane * 16 + j] + (lane == j ? 20.f : 0.f);
#pragma unroll
  for (int k = 0; k < 15; ++k) {
    float pivot = __shfl_sync(0xffff, row[k], k);
    if (lane > k) row[k] /= pivot;
#pragma unroll
    for (int j = k + 1; j < 16; ++j) {
      float p = __shfl_sync(0xffff, row[j], k);
      if (lane > k) row[j] -= row[k] * p;
    }
  }
#pragma unroll
  for (int j = 0; j < 16; ++j) a[lane * 16 + j] = row[j];
}
