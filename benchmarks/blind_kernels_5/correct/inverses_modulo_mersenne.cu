// Inverses modulo 2^61 - 1 by Fermat's little theorem; products of 122 bits are folded by shifts.
typedef unsigned long long u64;
__device__ u64 multiply(u64 a, u64 b) {
  const u64 p = (1ull << 61) - 1;
  u64 low = a * b, high = __umul64hi(a, b);
  u64 r = (low & p) + (low >> 61 | high << 3);
  return r >= p ? r - p : r;
}
extern "C" __global__ void invert(u64* y, const u64* x) {
  const u64 p = (1ull << 61) - 1;
  int i = blockIdx.x * 32 + threadIdx.x;
  u64 base = x[i] % (p - 1) + 1, result = 1;
  for (u64 e = p - 2; e > 0; e >>= 1) {
    if (e & 1) result = multiply(result, base);
    base = multiply(base, base);
  }
  y[i] = result;
}
