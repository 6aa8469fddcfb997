// Each thread copies two words by cp.async, which arrive at an mbarrier; then all read what others have copied.
// Fault: the arrival is issued before the second copy, and so does not wait for it (data race).
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void barrier_init(unsigned bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(bar), "r"(count) : "memory");
}
__device__ __forceinline__ void fence_init() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ __forceinline__ void barrier_wait(unsigned bar, unsigned parity) {
  asm volatile(
      "{\n.reg .pred done;\nagain:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n@!done bra again;\n}"
      ::"r"(bar), "r"(parity) : "memory");
}
__device__ __forceinline__ void copy4(unsigned dst, const void* src) { asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(dst), "l"(src) : "memory"); }
__device__ __forceinline__ void copy16(unsigned dst, const void* src) { asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(dst), "l"(src) : "memory"); }
__device__ __forceinline__ void copy_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void copy_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }
__device__ __forceinline__ void arrive_after_copies(unsigned bar) {
  asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(bar) : "memory");
}
extern "C" __global__ void mirror(int* y, const int* x) {
  __shared__ int word[128];
  __shared__ unsigned long long full;
  int t = threadIdx.x;
  unsigned b = shared_address(&full);
  if (t == 0) barrier_init(b, 64);
  __syncthreads();
  copy4(shared_address(&word[t]), x + blockIdx.x * 128 + t);
#ifdef FAULT
  arrive_after_copies(b);
  copy4(shared_address(&word[t + 64]), x + blockIdx.x * 128 + t + 64);
#else
  copy4(shared_address(&word[t + 64]), x + blockIdx.x * 128 + t + 64);
  arrive_after_copies(b);
#endif
  barrier_wait(b, 0);
  y[blockIdx.x * 128 + t] = word[127 - t];
  y[blockIdx.x * 128 + t + 64] = word[63 - t];
}
