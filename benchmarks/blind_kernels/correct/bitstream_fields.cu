// Reads 128 fields of 11 bits that straddle words, by a funnel shift, and writes them back to back at 13 bits.
extern "C" __global__ void repack(unsigned* fields, unsigned* packed, const unsigned* words) {
  __shared__ unsigned out[52];
  int t = threadIdx.x;
  if (t < 52) out[t] = 0;
  __syncthreads();
  unsigned bit = t * 11;
  unsigned lo = words[bit / 32] * 2246822519u, hi = words[bit / 32 + 1] * 2246822519u;
  unsigned f = __funnelshift_r(lo, hi, bit) & 2047;
  fields[t] = f;
  unsigned at = t * 13, low = f << at % 32, high = __funnelshift_l(f, 0u, at % 32);
  atomicOr(&out[at / 32], low);
  if (high != 0) atomicOr(&out[at / 32 + 1], high);
  __syncthreads();
  if (t < 52) packed[t] = out[t];
}
