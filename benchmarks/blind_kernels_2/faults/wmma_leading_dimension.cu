// A 16 x 16 matmul by wmma with A in a shared tile whose rows are padded to 24 halves.
// Fault: A is loaded with a leading dimension of 16.
#include <mma.h>
using namespace nvcuda::wmma;
extern "C" __global__ void gemm(float* y, const __half* a, const __half* b) {
  __shared__ alignas(32) __half s[16 * 24];
  for (int i = threadIdx.x; i < 384; i += 32) s[i] = i % 24 < 16 ? a[i / 24 * 16 + i % 24] : __half(0);
  __syncwarp();
  fragment<matrix_a, 16, 16, 16, __half, row_major> fa;
  fragment<matrix_b, 16, 16, 16, __half, row_major> fb;
  fragment<accumulator, 16, 16, 16, float> fc;
  fill_fragment(fc, 0.f);
#ifdef FAULT
  load_matrix_sync(fa, s, 16);
#else
  load_matrix_sync(fa, s, 24);
#endif
  load_matrix_sync(fb, b, 16);
  mma_sync(fc, fa, fb, fc);
  store_matrix_sync(y, fc, 16, mem_row_major);
}
