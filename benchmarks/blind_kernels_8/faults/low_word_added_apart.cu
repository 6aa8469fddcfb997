// Byte counts of three kinds of packets are added to counters of 64 bits; small packets are counted by all blocks, too.
// Fault: small sizes are added to the counter's low word by an atomic of 32 bits: the carry is lost, and it overlaps atomics of 64 bits.
__global__ void traffic(unsigned long long* total, const unsigned* size) {
  const int i = blockIdx.x * 32 + threadIdx.x;
  const unsigned n = size[i];
#ifdef FAULT
  if (n < 0x80000000u)
    atomicAdd((unsigned*)&total[i % 3], n);
  else
#endif
    atomicAdd(&total[i % 3], (unsigned long long)n);
}
