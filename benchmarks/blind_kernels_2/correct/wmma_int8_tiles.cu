// A 16 x 16 matmul of signed bytes of depth 32 by wmma, stored as two panels, B column-major, accumulated in integers.
#include <mma.h>
using namespace nvcuda::wmma;
extern "C" __global__ void gemm(int* y, const signed char* a, const signed char* b) {
  fragment<matrix_a, 16, 16, 16, signed char, row_major> fa;
  fragment<matrix_b, 16, 16, 16, signed char, col_major> fb;
  fragment<accumulator, 16, 16, 16, int> fc;
  fill_fragment(fc, 0);
  for (int k = 0; k < 2; ++k) {
    load_matrix_sync(fa, a + k * 256, 16);
    load_matrix_sync(fb, b + k * 256, 16);
    mma_sync(fc, fa, fb, fc);
  }
  store_matrix_sync(y, fc, 16, mem_row_major);
}
