// Sums of integers of 1024 bits, a limb per lane; all carries at once by adding ballots of generated and passed carries.
extern "C" __global__ void add(unsigned* sum, const unsigned* a, const unsigned* b) {
  int lane = threadIdx.x, i = blockIdx.x * 32 + lane;
  unsigned s = a[i] + b[i];
  unsigned makes = __ballot_sync(~0u, s < a[i]), passes = __ballot_sync(~0u, s == ~0u);
  unsigned carries = ((makes << 1) + passes) ^ passes;
  sum[i] = s + (carries >> lane & 1);
}
