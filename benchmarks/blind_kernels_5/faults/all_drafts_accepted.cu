// Speculative decoding: a warp per sequence accepts drafted tokens up to the first that the target model disagrees with.
// Fault: if no token differs, __ffs gives 0 and the count becomes -1 instead of 8 (out of bounds on global).
extern "C" __global__ void accept(int* count, int* next, const int* draft, const int* target) {
  int row = threadIdx.x / 32, lane = threadIdx.x % 32;
  bool differs = lane < 8 && draft[row * 8 + lane] != target[row * 9 + lane];
  unsigned mask = __ballot_sync(~0u, differs);
#ifdef FAULT
  int accepted = __ffs(mask) - 1;
#else
  int accepted = mask ? __ffs(mask) - 1 : 8;
#endif
  if (lane == 0) {
    count[row] = accepted;
    next[row] = target[row * 9 + accepted];
  }
}
