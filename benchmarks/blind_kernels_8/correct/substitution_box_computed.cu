// AES's substitution of bytes, computed: the inverse in GF(256) as the 254th power, then a sum of rotations and 0x63.
__device__ unsigned times(unsigned a, unsigned b) {
  unsigned p = 0;
  for (int k = 0; k < 8; k++) {
    if (b >> k & 1) p ^= a;
    a = (a << 1) ^ (a & 128 ? 0x11b : 0);
  }
  return p;
}
__global__ void substitute(unsigned char* y, const unsigned char* x) {
  const int t = blockIdx.x * 64 + threadIdx.x;
  unsigned a = x[t], inverse = 1;
  for (int k = 1; k < 8; k++) {
    a = times(a, a);
    inverse = times(inverse, a);
  }
  const unsigned twice = inverse << 8 | inverse;
  y[t] = (unsigned char)(inverse ^ twice >> 4 ^ twice >> 5 ^ twice >> 6 ^ twice >> 7 ^ 0x63);
}
