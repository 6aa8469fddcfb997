// Signed products of 128 bits with the compiler's __int128: the upper half plus a carry from below, and a remainder.
extern "C" __global__ void multiply(unsigned long long* high, unsigned long long* rest, const long long* a, const long long* b) {
  int i = blockIdx.x * 32 + threadIdx.x;
  __int128 product = (__int128)a[i] * b[i];
  unsigned __int128 sum = (unsigned __int128)product + 0x8000000000000000ull;
  high[i] = (unsigned long long)(sum >> 64);
  rest[i] = (unsigned long long)(sum % 1000000007u);
}
