// Luhn check digits of 96 unsigned integers of 64 bits, a digit at a time from the right.
extern "C" __global__ void check_digit(int* digit, const unsigned long long* x) {
  int i = blockIdx.x * 32 + threadIdx.x;
  unsigned long long v = x[i];
  int sum = 0;
  for (bool twice = true; v; twice = !twice, v /= 10) {
    int d = (int)(v % 10);
    if (twice) d = d > 4 ? 2 * d - 9 : 2 * d;
    sum += d;
  }
  digit[i] = (10 - sum % 10) % 10;
}
