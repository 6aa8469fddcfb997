extern "C" __global__ void __launch_bounds__(128) measured(unsigned* out, int turns, int wait) {
  extern __shared__ __align__(1024) char shared[];
  unsigned start, end;
  float c[<registers>];
  for (int i = 0; i < <registers>; i++) c[i] = 0;
  for (int i = threadIdx.x; i < 12288; i += 128) ((unsigned*)shared)[i] = 0;
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  // Rows of 128 bytes, swizzled; eight rows are 1024 bytes apart.
  unsigned long long a = (1ull << 62) | (64ull << 32) | (1ull << 16) | (place(shared) >> 4);
  unsigned long long b = a + (8192 >> 4);
  for (int i = 0; i < turns; i++) {
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    NOW(start)
    <products>
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    NOW(end)
    if (threadIdx.x == 0) out[i] = end - start;
  }
  float s = 0;
  for (int i = 0; i < <registers>; i++) s += c[i];
  if (s == 1234.5f) out[0] = 1;
}
