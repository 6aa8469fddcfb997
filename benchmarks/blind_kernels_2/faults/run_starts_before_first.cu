// Counts the runs of equal values in a sequence of 128.
// Fault: the first element is compared with the one before it, which does not exist (out of bounds).
extern "C" __global__ void runs(int* y, const int* x) {
  int t = threadIdx.x;
#ifdef FAULT
  bool head = x[t] != x[t - 1];
#else
  bool head = t == 0 || x[t] != x[t - 1];
#endif
  unsigned m = __ballot_sync(~0u, head);
  if (t % 32 == 0) atomicAdd(y, __popc(m));
}
