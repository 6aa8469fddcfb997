// Products of two numbers of 8 limbs: each of 64 threads adds the halves of one limb product to columns in shared memory.
// Fault: columns are added to without atomics, though up to 8 threads share each (race on shared).
__device__ __forceinline__ void add(unsigned long long* column, unsigned long long v) {
#ifdef FAULT
  *column += v;
#else
  atomicAdd(column, v);
#endif
}
extern "C" __global__ void columns(unsigned long long* out, const unsigned* a, const unsigned* b) {
  __shared__ unsigned long long low[16], high[16];
  int t = threadIdx.x, i = t / 8, j = t % 8;
  if (t < 16) low[t] = high[t] = 0;
  __syncthreads();
  unsigned long long p = (unsigned long long)a[i] * b[j];
  add(&low[i + j], p & 0xffffffffu);
  add(&high[i + j], p >> 32);
  __syncthreads();
  if (t < 15) out[t] = low[t] + (t > 0 ? high[t - 1] : 0);
}
