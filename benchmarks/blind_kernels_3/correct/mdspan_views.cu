// Views of arrays by libcu++'s mdspan: rows, columns by strides, and a part of a matrix.
#include <cuda/std/mdspan>
#include <cuda/std/array>
namespace s = cuda::std;
extern "C" __global__ void views(int* y, const int* x) {
  using Matrix = s::extents<int, 4, 8>;
  s::layout_stride::mapping<Matrix> part(Matrix{}, s::array<int, 2>{16, 2});
  s::mdspan<const int, Matrix, s::layout_stride> odd(x + 1, part);
  s::mdspan<int, s::extents<int, 4, 8>, s::layout_left> out(y);
  s::mdspan<const int, s::dextents<int, 2>> all(x, 4, 16);
  int r = threadIdx.x / 8, c = threadIdx.x % 8;
  out(r, c) = odd(r, c) - all(3 - r, c);
}
