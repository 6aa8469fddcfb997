// Two groups of two warps count, and ask for all and any, by reducing barriers with their own numbers.
extern "C" __global__ void votes(int* y, const int* x) {
  int t = threadIdx.x, id = 1 + t / 64, v = x[t], count, all, any;
  asm volatile("{ .reg .pred p; setp.gt.s32 p, %1, 4; bar.red.popc.u32 %0, %2, 64, p; }" : "=r"(count) : "r"(v), "r"(id) : "memory");
  asm volatile("{ .reg .pred p, q; setp.lt.s32 p, %1, 9; bar.red.and.pred q, %2, 64, p; selp.s32 %0, 1, 0, q; }" : "=r"(all) : "r"(v), "r"(id) : "memory");
  asm volatile("{ .reg .pred p, q; setp.eq.s32 p, %1, 0; bar.red.or.pred q, %2, 64, p; selp.s32 %0, 1, 0, q; }" : "=r"(any) : "r"(v), "r"(id) : "memory");
  y[t] = count * 4 + all * 2 + any;
}
