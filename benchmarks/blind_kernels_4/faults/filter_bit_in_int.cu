// A Bloom filter of 256 bits in four 64-bit words; each of 24 keys sets two bits.
// Fault: the bit is shifted as a 32-bit int, so bits 31 to 63 of a word come out wrong (overflow of the shift).
extern "C" __global__ void bloom(unsigned long long* filter, const unsigned* keys) {
  unsigned h = keys[threadIdx.x];
  for (int k = 0; k < 2; ++k) {
    h = h * 2654435761u + 12345u;
    unsigned bit = h >> 24;
#ifdef FAULT
    atomicOr(&filter[bit / 64], 1 << bit % 64);
#else
    atomicOr(&filter[bit / 64], 1ull << bit % 64);
#endif
  }
}
