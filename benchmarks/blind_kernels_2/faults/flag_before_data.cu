// Block 0 publishes 32 values with a release store of a flag; block 1 acquires it and reads them.
// Fault: the flag is raised before the values are stored.
__device__ __forceinline__ int ld_acquire(const int* p) { int v; asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory"); return v; }
__device__ __forceinline__ void st_release(int* p, int v) { asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(p), "r"(v) : "memory"); }
extern "C" __global__ void handover(float* y, float* data, int* flag, const float* x) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
#ifdef FAULT
    if (t == 0) st_release(flag, 1);
    __syncthreads();
    data[t] = x[t] * 2;
#else
    data[t] = x[t] * 2;
    __syncthreads();
    if (t == 0) st_release(flag, 1);
#endif
  } else {
    if (t == 0)
      while (ld_acquire(flag) == 0) {}
    __syncthreads();
    y[t] = data[31 - t] + 1;
  }
}
