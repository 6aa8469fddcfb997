// Vector loads and stores with cache hints: no allocation in L1, an L2 policy, a prefetch, streaming.
__device__ __forceinline__ float4 ld_stream(const float4* p) {
  float4 v;
  asm volatile("ld.global.nc.L1::no_allocate.L2::128B.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(p));
  return v;
}
__device__ __forceinline__ unsigned long long keep_policy() {
  unsigned long long policy;
  asm volatile("createpolicy.fractional.L2::evict_last.b64 %0, 0.5;" : "=l"(policy));
  return policy;
}
__device__ __forceinline__ float4 ld_policy(const float4* p, unsigned long long policy) {
  float4 v;
  asm volatile("ld.global.L2::cache_hint.v4.f32 {%0, %1, %2, %3}, [%4], %5;" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(p), "l"(policy));
  return v;
}
__device__ __forceinline__ void st_policy(float4* p, float4 v, unsigned long long policy) {
  asm volatile("st.global.L2::cache_hint.v4.f32 [%0], {%1, %2, %3, %4}, %5;" ::"l"(p), "f"(v.x), "f"(v.y), "f"(v.z), "f"(v.w), "l"(policy) : "memory");
}
__device__ __forceinline__ void prefetch_l2(const void* p) { asm volatile("prefetch.global.L2 [%0];" ::"l"(p)); }

extern "C" __global__ void copies(float4* y, float4* z, const float4* x) {
  int i = blockIdx.x * 64 + threadIdx.x;
  prefetch_l2(x + (i ^ 1));
  unsigned long long policy = keep_policy();
  float4 a = ld_stream(x + i), b = ld_policy(x + (i ^ 1), policy);
  st_policy(y + i, make_float4(a.x + b.w, a.y + b.z, a.z + b.y, a.w + b.x), policy);
  __stcs(z + i, __ldcs(x + (i ^ 3)));
}
