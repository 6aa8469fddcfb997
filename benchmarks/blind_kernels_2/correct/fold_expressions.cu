// Variadic templates: sums and products by fold expressions and a polynomial by recursion over a parameter pack.
template <typename... T> __device__ float total(T... v) { return (v + ... + 0.f); }
template <typename... T> __device__ float product(T... v) { return (v * ...); }
__device__ float horner(float) { return 0; }
template <typename... T> __device__ float horner(float x, float c0, T... c) { return c0 + x * horner(x, c...); }
extern "C" __global__ void folds(float* y, const float* a, const float* b, const float* c) {
  int t = threadIdx.x;
  y[t] = total(a[t], b[t], c[t], a[t] * b[t]);
  y[32 + t] = product(a[t], b[t], c[t]);
  y[64 + t] = horner(a[t], 1.f, b[t], c[t], 2.f);
}
