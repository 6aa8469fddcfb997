// A chained scan: each block passes its total on in a 64-bit word that holds a flag and the value.
// Fault: the word is written as two 32-bit halves, the flag first, so the next block may see the flag with an old value.
extern "C" __global__ void scan(int* y, unsigned long long* state, const int* x) {
  int b = blockIdx.x, lane = threadIdx.x, v = x[b * 32 + lane];
  for (int d = 1; d < 32; d *= 2) {
    int w = __shfl_up_sync(~0u, v, d);
    if (lane >= d) v += w;
  }
  int before = 0;
  if (b > 0 && lane == 0) {
    unsigned long long s;
    do asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(s) : "l"(state + b - 1) : "memory"); while (!(s >> 32));
    before = (int)s;
  }
  before = __shfl_sync(~0u, before, 0);
  y[b * 32 + lane] = v + before;
  if (lane == 31) {
#ifdef FAULT
    unsigned* half = (unsigned*)(state + b);
    asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(half + 1), "r"(1) : "memory");
    asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(half), "r"(v + before) : "memory");
#else
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(state + b), "l"(1ull << 32 | (unsigned)(v + before)) : "memory");
#endif
  }
}
