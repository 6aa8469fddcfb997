// The standard library's array, span, tuple, optional and bit functions from libcu++.
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
__device__ cuda::std::optional<int> first_even(cuda::std::span<const int> v) {
  for (int a : v)
    if (a % 2 == 0) return a;
  return {};
}
extern "C" __global__ void bits(int* y, const unsigned* x) {
  unsigned v = x[threadIdx.x];
  cuda::std::array<int, 3> a = {cuda::std::popcount(v), cuda::std::countl_zero(v | 1), cuda::std::countr_zero(v | 0x80000000u)};
  auto t = cuda::std::make_tuple(cuda::std::rotl(v, 5) & 15, cuda::std::has_single_bit(v & 6));
  y[threadIdx.x] = first_even(a).value_or(-1) * 32 + (int)cuda::std::get<0>(t) * 2 + cuda::std::get<1>(t);
}
