// A complex polynomial by Horner's rule with libcu++'s complex numbers, whose product treats NaN apart.
#include <cuda/std/complex>
extern "C" __global__ void horner(float2* y, const float2* z) {
  using C = cuda::std::complex<float>;
  C v(z[threadIdx.x].x, z[threadIdx.x].y), sum(0.f, 1.f);
  for (int k = 1; k <= 5; ++k) sum = sum * v + C(k, -0.5f * k);
  y[threadIdx.x] = make_float2(sum.real(), sum.imag());
}
