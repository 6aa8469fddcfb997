// Factors numbers by a table of primes below 256 that a constexpr function computes: the largest factor and the number of factors.
struct Primes {
  int count = 0;
  int value[64] = {};
};
__host__ __device__ constexpr Primes make_primes() {
  Primes p;
  for (int n = 2; n < 256; n++) {
    bool prime = true;
    for (int d = 2; d * d <= n; d++) prime = prime && n % d != 0;
    if (prime) p.value[p.count++] = n;
  }
  return p;
}
__constant__ Primes primes = make_primes();
static_assert(make_primes().count == 54, "");
__global__ void factor(int* largest, int* factors, const int* x) {
  int v = x[threadIdx.x], n = 0, top = 1;
  for (int k = 0; k < primes.count; k++)
    while (v % primes.value[k] == 0) {
      v /= primes.value[k];
      top = primes.value[k];
      n++;
    }
  if (v > 1) {
    top = v;
    n++;
  }
  largest[threadIdx.x] = top;
  factors[threadIdx.x] = n;
}
