// Products of unsigned activations and signed weights, 32 deep, four at a time by dp4a.
// Fault: both operands are taken as signed bytes, so activations above 127 become negative (signedness).
extern "C" __global__ void gemm(int* y, const unsigned* a, const int* w) {
  int row = threadIdx.x / 16, column = threadIdx.x % 16, sum = 0;
  for (int k = 0; k < 8; ++k) {
#ifdef FAULT
    sum = __dp4a((int)a[row * 8 + k], w[column * 8 + k], sum);
#else
    asm("dp4a.u32.s32 %0, %1, %2, %0;" : "+r"(sum) : "r"(a[row * 8 + k]), "r"(w[column * 8 + k]));
#endif
  }
  y[row * 16 + column] = sum;
}
