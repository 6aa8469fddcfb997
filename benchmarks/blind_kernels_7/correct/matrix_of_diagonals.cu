// A band matrix stored by diagonals (offsets -7, -1, 0, 2, 20, in constant memory) times a vector.
__constant__ int offset[5] = {-7, -1, 0, 2, 20};
extern "C" __global__ void product(float* y, const float* diagonal, const float* x, int n) {
  int r = blockIdx.x * 64 + threadIdx.x;
  if (r >= n) return;
  float s = 0;
  for (int k = 0; k < 5; ++k) {
    int c = r + offset[k];
    if (c >= 0 && c < n) s = fmaf(diagonal[k * n + r], x[c], s);
  }
  y[r] = s;
}
