// Reads clocks, the multiprocessor's number and other special registers; whatever they hold, the result is the same.
extern "C" __global__ void clocks(int* y, const int* x) {
  unsigned sm, sms, warp, warps, lane, size;
  unsigned long long time, later;
  long long start = clock64();
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  asm volatile("mov.u32 %0, %%nsmid;" : "=r"(sms));
  asm volatile("mov.u32 %0, %%warpid;" : "=r"(warp));
  asm volatile("mov.u32 %0, %%nwarpid;" : "=r"(warps));
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm volatile("mov.u32 %0, %%total_smem_size;" : "=r"(size));
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
  __nanosleep(50);
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(later));
  int i = blockIdx.x * 64 + threadIdx.x;
  bool odd = sm >= sms || warp >= warps || lane != threadIdx.x % 32 || later < time || clock64() < start || size > 1 << 20;
  y[i] = x[i] + odd;
}
