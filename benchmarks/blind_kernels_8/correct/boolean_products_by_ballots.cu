// The product of two 32 x 32 matrices over GF(2), a row per lane; the second matrix is transposed by ballots first.
__global__ void product(unsigned* y, const unsigned* a, const unsigned* b) {
  const int lane = threadIdx.x, m = blockIdx.x * 32;
  const unsigned row = a[m + lane], other = b[m + lane];
  unsigned out = 0;
  for (int c = 0; c < 32; c++) {
    const unsigned column = __ballot_sync(~0u, other >> c & 1);
    out |= (unsigned)(__popc(row & column) & 1) << c;
  }
  y[m + lane] = out;
}
