#define NOW(t) asm volatile("mov.u32 %0, %%clock;" : "=r"(t) :: "memory");
__device__ inline unsigned place(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ inline void init(unsigned bar, unsigned count) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" :: "r"(bar), "r"(count) : "memory");
  asm volatile("fence.proxy.async;" ::: "memory");
}
__device__ inline unsigned done(unsigned bar, unsigned phase) {
  unsigned r;
  asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; "
               "selp.u32 %0, 1, 0, p;}" : "=r"(r) : "r"(bar), "r"(phase) : "memory");
  return r;
}
