extern "C" __global__ void __launch_bounds__(1024)
stream(unsigned* out, const char* from, long long span, int turns, int rounds, int together) {
  // So many blocks together have `span` bytes, and each goes through them `rounds` times.
  typedef <type> word;
  const int step = blockDim.x * <loads>;
  const word* mine = (const word*)(from + blockIdx.x / together * span);
  unsigned sum = 0;
  unsigned start, end;
  __syncthreads();
  asm volatile("mov.u32 %0, %%clock;" : "=r"(start) :: "memory");
#pragma unroll 1
  for (int r = 0; r < rounds; r++) {
    const word* p = mine + threadIdx.x;
#pragma unroll 1
    for (int i = 0; i < turns; i++) {
      <registers>
      <load>
      <use>
      p += step;
    }
  }
  asm volatile("mov.u32 %0, %%clock;" : "=r"(end) :: "memory");
  __syncthreads();
  if (sum == 0x12345) out[0] = sum;
  if (threadIdx.x % 32 == 0) {
    unsigned* mine = out + 4 + 2 * (blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32);
    mine[0] = start;
    mine[1] = end;
  }
}
