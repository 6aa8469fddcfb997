// Gives each of 48 tokens the next slot of its expert, in the order of tokens; tokens beyond the capacity of eight are dropped.
// Fault: a ninth token is still admitted, and takes the next expert's first slot (off by one, race and out of bounds on global).
extern "C" __global__ void dispatch(int* slots, const int* expert) {
  int t = threadIdx.x, e = expert[t], rank = 0;
  for (int j = 0; j < t; ++j) rank += expert[j] == e;
#ifdef FAULT
  if (rank <= 8) slots[e * 8 + rank] = t;
#else
  if (rank < 8) slots[e * 8 + rank] = t;
#endif
}
