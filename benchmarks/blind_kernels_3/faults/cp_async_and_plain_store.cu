// Copies 50 words to shared memory by cp.async and pads them with zeros to 64.
// Fault: every thread stores the zero, after it has issued its copy, so copy and store write the same cell in any order.
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void cp_async4(void* s, const void* g) { asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(smem(s)), "l"(g) : "memory"); }
__device__ __forceinline__ void cp_async_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void cp_async_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }
extern "C" __global__ void pad(int* y, const int* x) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 50) cp_async4(&s[t], &x[t]);
#ifndef FAULT
  else
#endif
    s[t] = 0;
  cp_async_commit();
  cp_async_wait<0>();
  __syncthreads();
  y[t] = s[63 - t];
}
