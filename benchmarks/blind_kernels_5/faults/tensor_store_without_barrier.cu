// Each block adds to its 16 x 32 tile the row's first element and stores it by TMA from shared memory.
// Fault: every thread fences its own stores, but the storing thread does not wait for the others (race with the asynchronous proxy).
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void bulk_commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void bulk_wait() { asm volatile("cp.async.bulk.wait_group %0;" ::"n"(N) : "memory"); }
__device__ __forceinline__ void fence_async() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
struct alignas(64) TensorMap { unsigned char bytes[128]; };
__device__ __forceinline__ void tma_store(const TensorMap* map, int x, int y, unsigned src) {
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];"
               ::"l"(map), "r"(x), "r"(y), "r"(src) : "memory");
}
extern "C" __global__ void add_first(const __grid_constant__ TensorMap y, const int* x) {
  __shared__ alignas(128) int tile[16][32];
  int t = threadIdx.x, first = blockIdx.x * 16;
  for (int i = t; i < 512; i += 128) tile[i / 32][i % 32] = x[first * 32 + i] + x[(first + i / 32) * 32];
  fence_async();
#ifndef FAULT
  __syncthreads();
#endif
  if (t == 0) {
    tma_store(&y, 0, first, shared_address(tile));
    bulk_commit();
    bulk_wait<0>();
  }
}
