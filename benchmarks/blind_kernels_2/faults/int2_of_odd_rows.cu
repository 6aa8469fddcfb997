// Row sums of an 8 x 33 matrix of integers, two elements per load.
// Fault: int2 loads in rows of odd length (misaligned in every other row).
extern "C" __global__ void row_sums(int* y, const int* x) {
  int r = threadIdx.x / 4, q = threadIdx.x % 4, s = 0;
  const int* p = x + r * 33;
  for (int k = q * 2; k < 32; k += 8) {
#ifdef FAULT
    int2 v = *(const int2*)(p + k);
    s += v.x + v.y;
#else
    s += p[k] + p[k + 1];
#endif
  }
  if (q == 0) s += p[32];
  s += __shfl_xor_sync(~0u, s, 1);
  s += __shfl_xor_sync(~0u, s, 2);
  if (q == 0) y[r] = s;
}
