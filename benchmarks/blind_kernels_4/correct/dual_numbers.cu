// Values and both partial derivatives of a function of two variables by dual numbers with overloaded operators.
template <int N>
struct Dual {
  float v, d[N];
  __device__ Dual(float value = 0) : v(value) {
    for (int i = 0; i < N; ++i) d[i] = 0;
  }
  template <class F>
  __device__ Dual chain(float value, F slope) const {
    Dual r(value);
    for (int i = 0; i < N; ++i) r.d[i] = slope * d[i];
    return r;
  }
  __device__ friend Dual operator+(const Dual& a, const Dual& b) {
    Dual r(a.v + b.v);
    for (int i = 0; i < N; ++i) r.d[i] = a.d[i] + b.d[i];
    return r;
  }
  __device__ friend Dual operator*(const Dual& a, const Dual& b) {
    Dual r(a.v * b.v);
    for (int i = 0; i < N; ++i) r.d[i] = a.d[i] * b.v + a.v * b.d[i];
    return r;
  }
  __device__ friend Dual operator/(const Dual& a, const Dual& b) { return a * b.chain(1 / b.v, -1 / (b.v * b.v)); }
};
template <class T> __device__ T sine(const T& x) { return x.chain(sinf(x.v), cosf(x.v)); }
template <class T> __device__ T exponential(const T& x) { return x.chain(expf(x.v), expf(x.v)); }
extern "C" __global__ void gradient(float* y, const float* x) {
  int t = threadIdx.x;
  Dual<2> a(x[2 * t]), b(x[2 * t + 1]);
  a.d[0] = b.d[1] = 1;
  Dual<2> f = sine(a * b) + exponential(a) / (b * b + 2) + 3 * a;
  y[3 * t] = f.v;
  y[3 * t + 1] = f.d[0];
  y[3 * t + 2] = f.d[1];
}
