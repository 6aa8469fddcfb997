// Warp 2 fills one shared buffer eight times; warps 0 and 1 sum it. Consumers arrive at "empty", a lane per warp.
// Fault: all 64 lanes arrive at the barrier of two arrivals, so phases run ahead and the buffer is overwritten.
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void mbar_init(unsigned a, unsigned n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(a), "r"(n) : "memory"); }
__device__ __forceinline__ void mbar_wait(unsigned a, unsigned parity) {
  unsigned done;
  do {
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done) : "r"(a), "r"(parity) : "memory");
  } while (!done);
}
__device__ __forceinline__ void mbar_arrive(unsigned a) { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(a) : "memory"); }
__device__ __forceinline__ void bar_sync(int id, int n) { asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(n) : "memory"); }
extern "C" __global__ void pipeline(int* y, const int* x) {
  __shared__ int s[64];
  __shared__ int part[2];
  __shared__ unsigned long long full_bar, empty_bar;
  unsigned full = smem(&full_bar), empty = smem(&empty_bar);
  int t = threadIdx.x;
  if (t == 0) {
    mbar_init(full, 32);
    mbar_init(empty, 2);
    part[0] = part[1] = 0;
  }
  __syncthreads();
  if (t >= 64) {
    for (int k = 0; k < 8; ++k) {
      if (k > 0) mbar_wait(empty, (k - 1) & 1);
      s[t - 64] = x[k * 64 + t - 64];
      s[t - 32] = x[k * 64 + t - 32];
      mbar_arrive(full);
    }
  } else {
    for (int k = 0; k < 8; ++k) {
      mbar_wait(full, k & 1);
      int v = s[63 - t];
#ifdef FAULT
      mbar_arrive(empty);
#else
      __syncwarp();
      if (t % 32 == 0) mbar_arrive(empty);
#endif
      for (int d = 16; d; d /= 2) v += __shfl_down_sync(~0u, v, d);
      if (t % 32 == 0) part[t / 32] = v;
      bar_sync(1, 64);
      if (t == 0) y[k] = part[0] + part[1];
      bar_sync(1, 64);
    }
  }
}
