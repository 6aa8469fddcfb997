// Two blocks count ten times each under Peterson's lock, with a sequentially consistent fence behind every access.
__device__ int load(const int* p) { int v; asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];\n fence.sc.gpu;" : "=r"(v) : "l"(p) : "memory"); return v; }
__device__ void store(int* p, int v) { asm volatile("st.relaxed.gpu.global.s32 [%0], %1;\n fence.sc.gpu;" ::"l"(p), "r"(v) : "memory"); }
extern "C" __global__ void lock(int* count, int* flag, int* turn) {
  int me = blockIdx.x, other = 1 - me;
  for (int k = 0; k < 10; ++k) {
    store(flag + me, 1);
    store(turn, other);
    while (load(flag + other) && load(turn) == other) {}
    *count += 1;
    asm volatile("fence.sc.gpu;" ::: "memory");
    store(flag + me, 0);
  }
}
extern "C" __global__ void last(int* turn) { *turn = 7; }
