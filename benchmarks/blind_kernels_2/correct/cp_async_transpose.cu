// Transposes on the way into shared memory: each thread copies words of four bytes to scattered places by cp.async.
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void cp_async4(unsigned s, const void* g) { asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(s), "l"(g) : "memory"); }
extern "C" __global__ void transpose(int* y, const int* x) {
  __shared__ int s[16][25];
  for (int i = threadIdx.x; i < 384; i += 128) cp_async4(smem(&s[i % 16][i / 16]), x + blockIdx.x * 384 + i);
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
  for (int i = threadIdx.x; i < 384; i += 128) y[blockIdx.x * 384 + i] = s[i / 24][i % 24];
}
