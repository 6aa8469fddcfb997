// Sparse times vector in hybrid form: three entries per row in ELL form, the rest as coordinates in a second launch.
extern "C" __global__ void regular(float* y, const int* column, const float* value, const float* x) {
  int r = blockIdx.x * 32 + threadIdx.x;
  float s = 0;
  for (int k = 0; k < 3; ++k) {
    int c = column[k * 64 + r];
    if (c >= 0) s += value[k * 64 + r] * x[c];
  }
  y[r] = s;
}
extern "C" __global__ void irregular(float* y, const int* row, const int* column, const float* value, const float* x, int n) {
  int k = blockIdx.x * 32 + threadIdx.x;
  if (k < n) atomicAdd(&y[row[k]], value[k] * x[column[k]]);
}
