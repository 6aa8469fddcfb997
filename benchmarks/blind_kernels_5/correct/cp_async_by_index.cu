// Sums of ten table rows per block: the rows are gathered into shared memory by cp.async of 4 and of 16 bytes.
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void copy_async_4(unsigned dst, const void* src) { asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(dst), "l"(src) : "memory"); }
__device__ __forceinline__ void copy_async_16(unsigned dst, const void* src) { asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(dst), "l"(src) : "memory"); }
__device__ __forceinline__ void copy_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void copy_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }
extern "C" __global__ void gather(int* y, const int* table, const int* index) {
  __shared__ alignas(16) int rows[10][32];
  int t = threadIdx.x;
  index += blockIdx.x * 10;
  // Six rows by 16 bytes, eight copies per row; four rows by 4 bytes
  if (t < 48) copy_async_16(shared_address(&rows[t / 8][t % 8 * 4]), table + index[t / 8] * 32 + t % 8 * 4);
  for (int i = t; i < 128; i += 64) copy_async_4(shared_address(&rows[6 + i / 32][i % 32]), table + index[6 + i / 32] * 32 + i % 32);
  copy_commit();
  copy_wait<0>();
  __syncthreads();
  if (t < 32) {
    int sum = 0;
    for (int r = 0; r < 10; ++r) sum += rows[r][t];
    y[blockIdx.x * 32 + t] = sum;
  }
}
