extern "C" __global__ void k(float* y, const CUtensorMap* map) {
  extern __shared__ __align__(1024) char memory[];
  __shared__ alignas(8) unsigned long long barrier;
  if (threadIdx.x == 0) {
    init(&barrier, 1);
    fence();
    expect(&barrier, 1024);
    load(memory + OFFSET, *map, 0, &barrier);
  }
  __syncthreads();
  wait(&barrier, 0);
  // The swizzle is that of the address: bits 4 to 6, exclusive or bits 7 to 9.
  for (int row = 0; row < 8; row++) {
    unsigned at = place(memory + OFFSET) + 128 * row + 4 * threadIdx.x;
    at ^= at >> 7 << 4 & 112;
    float x;
    asm volatile("ld.shared.f32 %0, [%1];" : "=f"(x) : "r"(at));
    y[32 * row + threadIdx.x] = x;
  }
}
