// Four rounds of exchange in two buffers at a cuda::barrier in two parts: arrive, work on one's own value, wait with the token.
// Fault: all rounds wait with the first round's token, whose phase is long over (wait that does not wait, data race).
#include <cuda/barrier>
#include <cuda/std/utility>
using barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void rounds(unsigned* y, const unsigned* x) {
  __shared__ barrier bar;
  __shared__ unsigned buffer[2][64];
  const int t = threadIdx.x;
  if (t == 0) init(&bar, 64);
  __syncthreads();
  unsigned v = x[t];
#ifdef FAULT
  barrier::arrival_token first{};
#endif
  for (int r = 0; r < 4; r++) {
    buffer[r & 1][t] = v;
    barrier::arrival_token token = bar.arrive();
#ifdef FAULT
    if (r == 0) first = token;
    token = first;
#endif
    v = v * v + r;
    bar.wait(cuda::std::move(token));
    v += buffer[r & 1][63 - t];
  }
  y[t] = v;
}
