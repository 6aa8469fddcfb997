// Jacobi symbols of numbers of 32 bits over odd numbers, by reciprocity and counts of trailing zeros.
__global__ void jacobi(int* y, const unsigned* top, const unsigned* bottom) {
  const int t = blockIdx.x * 64 + threadIdx.x;
  unsigned n = bottom[t] | 1, a = top[t] % n;
  int sign = 1;
  while (a) {
    const int z = __ffs((int)a) - 1;
    a >>= z;
    if ((z & 1) && ((n & 7) == 3 || (n & 7) == 5)) sign = -sign;
    if ((a & 3) == 3 && (n & 3) == 3) sign = -sign;
    const unsigned r = n % a;
    n = a;
    a = r;
  }
  y[t] = n == 1 ? sign : 0;
}
