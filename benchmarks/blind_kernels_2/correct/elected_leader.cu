// One lane per warp, chosen by elect.sync, stores the warp's sum.
extern "C" __global__ void sums(int* y, const int* x) {
  int v = __reduce_add_sync(~0u, x[blockIdx.x * 64 + threadIdx.x]);
  unsigned leader;
  asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 %0, 1, 0, p; }" : "=r"(leader));
  if (leader) y[blockIdx.x * 2 + threadIdx.x / 32] = v;
}
