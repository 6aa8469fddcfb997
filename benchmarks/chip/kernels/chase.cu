extern "C" __global__ void chase(unsigned long long* out, unsigned long long* at, int steps) {
  unsigned long long p = (unsigned long long)at;
#pragma unroll 1
  for (int i = 0; i < steps; i++)
    asm volatile("ld.global<cached>.u64 %0, [%0];" : "+l"(p) :: "memory");
  unsigned start, end;
  asm volatile("mov.u32 %0, %%clock;" : "=r"(start) :: "memory");
#pragma unroll 8
  for (int i = 0; i < steps; i++)
    asm volatile("ld.global<cached>.u64 %0, [%0];" : "+l"(p) :: "memory");
  if (p == 1) out[2] = p;
  asm volatile("mov.u32 %0, %%clock;" : "=r"(end) :: "memory");
  out[0] = end - start;
  out[1] = p;
}
