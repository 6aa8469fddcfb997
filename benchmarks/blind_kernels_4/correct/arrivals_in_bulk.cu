// An mbarrier of 64 arrivals: thread 0 makes fifteen at once in two steps, 49 threads one each, and fourteen only wait.
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void barrier_init(unsigned bar, unsigned count) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(bar), "r"(count) : "memory"); }
__device__ __forceinline__ void fence_init() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ __forceinline__ void barrier_arrive(unsigned bar) { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(bar) : "memory"); }
__device__ __forceinline__ void barrier_wait(unsigned bar, unsigned parity) {
  asm volatile(
      "{\n.reg .pred done;\nagain:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n@!done bra again;\n}"
      ::"r"(bar), "r"(parity) : "memory");
}
extern "C" __global__ void arrive_many(int* y, const int* x) {
  __shared__ int s[64], pending[2];
  __shared__ unsigned long long bar;
  unsigned b = shared_address(&bar);
  int t = threadIdx.x;
  if (t == 0) {
    barrier_init(b, 64);
    unsigned long long state[2];
    asm volatile("mbarrier.arrive.noComplete.shared::cta.b64 %0, [%1], 10;" : "=l"(state[0]) : "r"(b) : "memory");
    asm volatile("mbarrier.arrive.noComplete.shared::cta.b64 %0, [%1], 5;" : "=l"(state[1]) : "r"(b) : "memory");
    for (int k = 0; k < 2; ++k) asm("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending[k]) : "l"(state[k]));
  }
  __syncthreads();
  if (t > 0 && t < 50) {
    s[t] = 3 * x[t];
    barrier_arrive(b);
  }
  barrier_wait(b, 0);
  y[t] = s[49 - t % 49] + pending[t % 2];
}
