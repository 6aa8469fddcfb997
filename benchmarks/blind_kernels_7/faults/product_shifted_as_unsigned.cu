// Products of signed fixed-point numbers with 16 bits behind the point, rounded to the nearest, at most 2^31 - 1.
// Fault: the product of 64 bits is unsigned when it is shifted and limited (wrong value for negative products).
#ifdef FAULT
typedef unsigned long long Wide;
#else
typedef long long Wide;
#endif
extern "C" __global__ void multiply(int* y, const int* a, const int* b) {
  int i = blockIdx.x * 64 + threadIdx.x;
  Wide p = (Wide)((long long)a[i] * b[i] + 32768) >> 16;
  y[i] = p > 2147483647 ? 2147483647 : (int)p;
}
