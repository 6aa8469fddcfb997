// The number of primes below each of 64 limits up to 1024, by a sieve of bits in shared memory; a thread per divisor.
// Fault: bits are cleared by plain reading and writing of words that other threads change as well (lost updates, data race).
__global__ void primes(int* y, const int* x) {
  __shared__ unsigned prime[32];
  const int t = threadIdx.x;
  if (t < 32) prime[t] = t ? ~0u : ~3u;
  __syncthreads();
  if (t >= 2 && t < 32)
    for (int m = t * t; m < 1024; m += t)
#ifdef FAULT
      prime[m >> 5] &= ~(1u << (m & 31));
#else
      atomicAnd(&prime[m >> 5], ~(1u << (m & 31)));
#endif
  __syncthreads();
  const int limit = x[t];
  int count = 0;
  for (int w = 0; w < limit >> 5; w++) count += __popc(prime[w]);
  if (limit & 31) count += __popc(prime[limit >> 5] & ((1u << (limit & 31)) - 1));
  y[t] = count;
}
