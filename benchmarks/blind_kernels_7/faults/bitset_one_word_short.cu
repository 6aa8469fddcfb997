// Which of 100 residues occur among 96 values: a set of bits in shared memory, next to the count of those found first.
// Fault: the set has 100 / 32 = 3 words, so that the last residues are marked in the counter behind it (overrun).
#ifdef FAULT
#define WORDS 3
#else
#define WORDS 4
#endif
struct State {
  unsigned set[WORDS];
  unsigned found;
};
extern "C" __global__ void distinct(int* y, const unsigned* x) {
  __shared__ State s;
  int t = threadIdx.x;
  if (t < WORDS) s.set[t] = 0;
  if (t == 32) s.found = 0;
  __syncthreads();
  unsigned r = x[blockIdx.x * 96 + t] % 100;
  unsigned* word = s.set + r / 32;
  if (!(atomicOr(word, 1u << r % 32) >> r % 32 & 1)) atomicAdd(&s.found, 1);
  __syncthreads();
  if (t == 0) y[blockIdx.x] = s.found;
}
