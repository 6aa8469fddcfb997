// Ranks among lanes with equal parity through the special registers for lane masks, and the number of a warp.
extern "C" __global__ void ranks(unsigned* y, const int* x) {
  unsigned lt, ge, lane, i = blockIdx.x * 64 + threadIdx.x;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lt));
  asm("mov.u32 %0, %%lanemask_ge;" : "=r"(ge));
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  unsigned m = __ballot_sync(~0u, x[i] & 1);
  if (!(x[i] & 1)) m = ~m;
  y[i] = __popc(m & lt) | __popc(m & ge) << 8 | lane << 16;
}
