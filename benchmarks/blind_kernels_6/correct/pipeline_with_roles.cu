// A block-scope pipeline with two stages: the threads of the second warp produce, those of the first consume.
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
extern "C" __global__ void stream(int* y, const int* x) {
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ int stage[2][32];
  auto block = cg::this_thread_block();
  bool produces = threadIdx.x >= 32;
  int lane = threadIdx.x % 32;
  auto pipe = cuda::make_pipeline(block, &state, produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  for (int k = 0; k < 6; ++k) {
    int at = (blockIdx.x * 6 + k) * 32;
    if (produces) {
      pipe.producer_acquire();
      cuda::memcpy_async(&stage[k % 2][lane], &x[at + lane], sizeof(int), pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      y[at + lane] = stage[k % 2][(lane + 1) % 32];
      pipe.consumer_release();
    }
  }
}
