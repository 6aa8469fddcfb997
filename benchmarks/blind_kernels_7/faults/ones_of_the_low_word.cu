// Similarities of fingerprints of 64 bits (Jaccard's, in thousandths): a query per block, 64 candidates.
// Fault: the bits of the union are counted by __popc, which takes 32 bits (wrong value).
extern "C" __global__ void similar(int* y, const unsigned long long* query, const unsigned long long* candidate) {
  int t = threadIdx.x;
  unsigned long long q = query[blockIdx.x], c = candidate[t];
#ifdef FAULT
  int all = __popc(q | c);
#else
  int all = __popcll(q | c);
#endif
  y[blockIdx.x * 64 + t] = all ? __popcll(q & c) * 1000 / all : 0;
}
