// libcu++'s cuda::barrier counts the bytes of a bulk copy; one thread arrives with bytes, the others without.
#include <cuda/barrier>
#include <cuda/std/utility>
__device__ __forceinline__ void fence_proxy_async() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
extern "C" __global__ void load(int* y, const int* x) {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ alignas(128) int s[64];
  __shared__ Barrier bar;
  int t = threadIdx.x, i = blockIdx.x * 64;
  if (t == 0) {
    init(&bar, 64);
    fence_proxy_async();
  }
  __syncthreads();
  Barrier::arrival_token token;
  if (t == 0) {
    cuda::device::memcpy_async_tx(s, x + i, cuda::aligned_size_t<16>(256), bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, 256);
  } else {
    token = bar.arrive();
  }
  bar.wait(cuda::std::move(token));
  y[i + t] = s[63 - t];
}
