// cuda::latch lets readers start after 32 writers have counted down; a counting semaphore admits two threads of three warps.
#include <cuda/latch>
#include <cuda/semaphore>
using Latch = cuda::latch<cuda::thread_scope_block>;
using Semaphore = cuda::counting_semaphore<cuda::thread_scope_block, 2>;
extern "C" __global__ void wait(int* y, int* slots) {
  __shared__ alignas(Latch) unsigned char raw[sizeof(Latch)];
  __shared__ alignas(Semaphore) unsigned char raw2[sizeof(Semaphore)];
  __shared__ int s[32];
  __shared__ int used;
  Latch* latch = (Latch*)raw;
  Semaphore* sem = (Semaphore*)raw2;
  int t = threadIdx.x;
  if (t == 0) {
    new (latch) Latch(32);
    new (sem) Semaphore(2);
    used = 0;
  }
  __syncthreads();
  if (t < 32) {
    s[t] = t * t;
    latch->count_down();
  } else {
    latch->wait();
    y[t - 32] = s[t % 32] + s[(t + 5) % 32];
  }
  if (t % 32 == 0) {
    sem->acquire();
    atomicAdd(&used, 1);
    sem->release();
  }
  __syncthreads();
  if (t == 0) *slots = used;
}
