// D = 2 A B - 0.5 C by wmma, a warp per 16 x 16 tile; the fragments are scaled element by element.
#include <mma.h>
using namespace nvcuda;
extern "C" __global__ void gemm(float* d, const __half* a, const __half* b, const float* c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc, old;
  int row = blockIdx.y * 16, col = blockIdx.x * 16;
  wmma::fill_fragment(acc, 0.0f);
  for (int k = 0; k < 48; k += 16) {
    wmma::load_matrix_sync(fa, a + row * 48 + k, 48);
    wmma::load_matrix_sync(fb, b + col * 48 + k, 48);
    wmma::mma_sync(acc, fa, fb, acc);
  }
  wmma::load_matrix_sync(old, c + row * 32 + col, 32, wmma::mem_row_major);
  for (int i = 0; i < acc.num_elements; ++i) acc.x[i] = 2.0f * acc.x[i] - 0.5f * old.x[i];
  wmma::store_matrix_sync(d + row * 32 + col, acc, 32, wmma::mem_row_major);
}
