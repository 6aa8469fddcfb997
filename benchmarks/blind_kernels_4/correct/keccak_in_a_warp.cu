// The Keccak permutation of 25 words of 64 bits, a word per lane: theta, rho, pi and chi are shuffles.
__constant__ unsigned long long constants[24] = {
    0x1, 0x8082, 0x800000000000808a, 0x8000000080008000, 0x808b, 0x80000001, 0x8000000080008081, 0x8000000000008009,
    0x8a, 0x88, 0x80008009, 0x8000000a, 0x8000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003,
    0x8000000000008002, 0x8000000000000080, 0x800a, 0x800000008000000a, 0x8000000080008081, 0x8000000000008080, 0x80000001, 0x8000000080008008};
__constant__ unsigned char rotations[25] = {0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14};
typedef unsigned long long Word;
__device__ Word rotate(Word v, int n) { return n ? v << n | v >> (64 - n) : v; }
__device__ Word from_lane(Word v, int lane) { return __shfl_sync(0xffffffff, v, lane); }
extern "C" __global__ void keccak(Word* y, const Word* x) {
  int lane = threadIdx.x % 25, column = lane % 5, row = lane / 5;
  int source = (column + 3 * row) % 5 + 5 * column;
  Word a = x[blockIdx.x * 25 + lane];
  for (int round = 0; round < 24; ++round) {
    Word parity = a;
    for (int k = 1; k < 5; ++k) parity ^= from_lane(a, (lane + 5 * k) % 25);
    a ^= from_lane(parity, row * 5 + (column + 4) % 5) ^ rotate(from_lane(parity, row * 5 + (column + 1) % 5), 1);
    a = rotate(from_lane(a, source), rotations[source]);
    a ^= ~from_lane(a, row * 5 + (column + 1) % 5) & from_lane(a, row * 5 + (column + 2) % 5);
    if (lane == 0) a ^= constants[round];
  }
  if (threadIdx.x < 25) y[blockIdx.x * 25 + lane] = a;
}
