// Squares a 32 x 32 tile in shared memory and stores it with a TMA tensor store.
// Fault: no fence.proxy.async between the threads' stores to shared memory and the bulk copy that reads them.
struct alignas(64) TensorMap { unsigned long long words[16]; };
__device__ __forceinline__ void fence_proxy_async() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ __forceinline__ void tma_store_2d(const void* map, unsigned s, int x, int y) {
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%2, %3}], [%1];" ::"l"(map), "r"(s), "r"(x), "r"(y) : "memory");
}
__device__ __forceinline__ void bulk_commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void bulk_wait() { asm volatile("cp.async.bulk.wait_group %0;" ::"n"(N) : "memory"); }

extern "C" __global__ void square(const float* x, const __grid_constant__ TensorMap map) {
  __shared__ alignas(128) float tile[32][32];
  int t = threadIdx.x, x0 = blockIdx.x * 32, y0 = blockIdx.y * 32;
  for (int r = t / 32; r < 32; r += 4) {
    float v = x[(y0 + r) * 64 + x0 + t % 32];
    tile[r][t % 32] = v * v;
  }
#ifndef FAULT
  fence_proxy_async();
#endif
  __syncthreads();
  if (t == 0) {
    tma_store_2d(&map, (unsigned)__cvta_generic_to_shared(tile), x0, y0);
    bulk_commit();
    bulk_wait<0>();
  }
}
