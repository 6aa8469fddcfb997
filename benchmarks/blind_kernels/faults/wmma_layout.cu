// A 16 x 16 matmul by wmma; both matrices are row-major in memory.
// Fault: B's fragment is declared column-major, so B is used transposed.
#include <mma.h>
using namespace nvcuda;
extern "C" __global__ void product(float* d, const __half* a, const __half* b) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
#ifdef FAULT
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb;
#else
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb;
#endif
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f);
  wmma::load_matrix_sync(fa, a, 16);
  wmma::load_matrix_sync(fb, b, 16);
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::store_matrix_sync(d, fc, 16, wmma::mem_row_major);
}
