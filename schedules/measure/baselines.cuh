//@ marlin
#include "marlin/marlin/marlin_cuda_kernel.cu"
// ptxas 13.0 gives its tile for few rows, 128 x 128, a descriptor in a register that no instruction
// writes: an illegal instruction. The tile for many rows, 64 of K by 256, is correct.
extern "C" int run(const void* a, const void* b, void* c, void* s, int m, int n, int k, int group,
                   void* locks, void* stream) {
  return marlin_cuda(a, b, c, s, m, n, k, locks, group, 0, (cudaStream_t)stream, 64, 256);
}
//@ fast_cu
// Its kernel 12 with the tile of its `runKernel12`, which also orders the tiles on a Hilbert curve;
// it stores C by columns, so it multiplies B by A. Tensor maps are made for each call.
#define NDEBUG
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_runtime.h>
#include <cassert>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>
typedef __nv_bfloat16 bf16;
#define CEIL_DIV(M, N) (((M) + (N)-1) / (N))
#define cudaCheck(status) (void)(status)
#include "fast.cu/examples/matmul/matmul_12.cuh"
extern "C" void start(bf16* a, bf16* b, bf16* c, int m, int n, int k) {
  M12::_prev_m = 0;
  M12::runKernel12(n, m, k, b, a, c, nullptr);
}
extern "C" void run(bf16* a, bf16* b, bf16* c, int m, int n, int k, void* stream) {
  M12::matmulKernel12<128, 256, 64, 384, 3, 128, 2, 1>
      <<<128, 384, sizeof(M12::SMem<128, 256, 64, 3>), (cudaStream_t)stream>>>(
          n, m, k, M12::create_tensor_map<256, 64, false, true>(c, m, n),
          M12::create_tensor_map<128, 64>(b, n, k), M12::create_tensor_map<256, 64>(a, m, k),
          M12::_dspace);
}
