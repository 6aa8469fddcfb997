// Sums of ten tiles in four stages of cp.async; each thread reads only the pieces that it copied, so no barrier is needed.
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void copy_async_16(unsigned dst, const void* src) { asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(dst), "l"(src) : "memory"); }
__device__ __forceinline__ void copy_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void copy_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }
extern "C" __global__ void sum(int4* y, const int4* x) {
  __shared__ int4 stages[4][64];
  int t = threadIdx.x;
  x += blockIdx.x * 640;
  for (int k = 0; k < 3; ++k) {
    copy_async_16(shared_address(&stages[k][t]), x + k * 64 + t);
    copy_commit();
  }
  int4 sum = make_int4(0, 0, 0, 0);
  for (int k = 0; k < 10; ++k) {
    if (k + 3 < 10) copy_async_16(shared_address(&stages[(k + 3) % 4][t]), x + (k + 3) * 64 + t);
    copy_commit();
    copy_wait<3>();
    int4 v = stages[k % 4][t];
    sum.x += v.x;
    sum.y += v.y * (k + 1);
    sum.z ^= v.z;
    sum.w -= v.w;
  }
  y[blockIdx.x * 64 + t] = sum;
}
