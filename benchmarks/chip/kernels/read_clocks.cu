#define READ(c, g) \
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(c) :: "memory"); \
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(g) :: "memory");
