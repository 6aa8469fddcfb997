// Ranks of 64 floats by integer keys whose unsigned order is that of the floats.
// Fault: only the sign bit is inverted, which leaves negative numbers in the reverse order (wrong value for negative inputs).
__global__ void rank(int* y, const float* x) {
  __shared__ unsigned key[64];
  const int t = threadIdx.x;
  const unsigned bits = __float_as_uint(x[t]);
#ifdef FAULT
  key[t] = bits ^ 0x80000000u;
#else
  key[t] = bits & 0x80000000u ? ~bits : bits ^ 0x80000000u;
#endif
  __syncthreads();
  int r = 0;
  for (int k = 0; k < 64; k++) r += key[k] < key[t] || (key[k] == key[t] && k < t);
  y[t] = r;
}
