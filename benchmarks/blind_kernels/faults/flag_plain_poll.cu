// Block 0 publishes 32 values and raises a flag; block 1 waits for the flag and reads them.
// Fault: the flag is an ordinary variable, read and written plainly, without release and acquire.
__device__ int mailbox[32];
__device__ int flag = 0;
__device__ __forceinline__ int ld_acquire(int* p) { int v; asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory"); return v; }
__device__ __forceinline__ void st_release(int* p, int v) { asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(p), "r"(v) : "memory"); }

extern "C" __global__ void pass_on(int* y, const int* x) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    mailbox[t] = x[t] * 3;
    __syncthreads();
#ifdef FAULT
    if (t == 0) flag = 1;
#else
    if (t == 0) st_release(&flag, 1);
#endif
  } else {
#ifdef FAULT
    if (t == 0)
      while (flag == 0) {}
#else
    if (t == 0)
      while (ld_acquire(&flag) == 0) {}
#endif
    __syncthreads();
    y[t] = mailbox[31 - t];
  }
}
