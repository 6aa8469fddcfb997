// Cooperative groups' block barrier in two parts, arrive and wait, with work on registers in between.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void exchange(int* y, const int* x) {
  __shared__ int s[64];
  auto block = cg::this_thread_block();
  int t = threadIdx.x, v = x[blockIdx.x * 64 + t];
  s[t] = v;
  auto token = block.barrier_arrive();
  for (int k = 0; k < 5; ++k) v = v * 3 + k;
  block.barrier_wait(static_cast<decltype(token)&&>(token));
  y[blockIdx.x * 64 + t] = v ^ s[63 - t];
}
