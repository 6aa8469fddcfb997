// One block changes a pair of words twenty times under a sequence lock, the other reads until the last version and counts bad pairs.
__device__ unsigned load(const void* p) { unsigned v; asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory"); return v; }
__device__ void store(void* p, unsigned v) { asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(p), "r"(v) : "memory"); }
extern "C" __global__ void lock(int* y, unsigned* seq, int* pair, const int* x) {
  if (threadIdx.x) return;
  if (blockIdx.x == 0) {
    for (int k = 0; k < 20; ++k) {
      store(seq, 2 * k + 1);
      __threadfence();
      store(pair, x[k]);
      store(pair + 1, ~x[k]);
      __threadfence();
      store(seq, 2 * k + 2);
    }
  } else {
    int bad = 0, last;
    for (unsigned before = 0; before < 40;) {
      before = load(seq);
      __threadfence();
      int a = load(pair), b = load(pair + 1);
      __threadfence();
      if (before & 1 || load(seq) != before) {
        before = 0;
        continue;
      }
      if (before) bad += b != ~a;
      last = a;
    }
    y[0] = bad;
    y[1] = last;
  }
}
