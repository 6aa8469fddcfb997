// Two blocks: the first sends five messages of 32 words through one mailbox; the second acknowledges each by a counter.
// Fault: the acknowledgement is a relaxed store, so that the next message may overwrite what is still read (data race).
__device__ __forceinline__ int load_acquire(const int* p) { int v; asm volatile("ld.acquire.gpu.global.b32 %0, [%1];" : "=r"(v) : "l"(p) : "memory"); return v; }
__device__ __forceinline__ int load_relaxed(const int* p) { int v; asm volatile("ld.relaxed.gpu.global.b32 %0, [%1];" : "=r"(v) : "l"(p) : "memory"); return v; }
__device__ __forceinline__ void store_release(int* p, int v) { asm volatile("st.release.gpu.global.b32 [%0], %1;" ::"l"(p), "r"(v) : "memory"); }
__device__ __forceinline__ void store_relaxed(int* p, int v) { asm volatile("st.relaxed.gpu.global.b32 [%0], %1;" ::"l"(p), "r"(v) : "memory"); }
extern "C" __global__ void mail(int* y, int* box, int* sent, int* taken, const int* x) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    for (int k = 0; k < 5; ++k) {
      if (t == 0) {
        while (load_acquire(taken) < k) {}
      }
      __syncwarp();
      box[t] = x[k * 32 + t];
      __syncwarp();
      if (t == 0) store_release(sent, k + 1);
    }
  } else {
    int s = 0;
    for (int k = 0; k < 5; ++k) {
      if (t == 0) {
        while (load_acquire(sent) <= k) {}
      }
      __syncwarp();
      s ^= box[31 - t] >> k;
      __syncwarp();
#ifdef FAULT
      if (t == 0) store_relaxed(taken, k + 1);
#else
      if (t == 0) store_release(taken, k + 1);
#endif
    }
    y[t] = s;
  }
}
