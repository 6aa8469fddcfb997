// Per warp, the sum of the values of lanes with even values, written by those lanes; other lanes write the maximum of theirs.
// Fault: both branches name all lanes in the masks of their reductions (undefined behaviour).
extern "C" __global__ void reduce(int* y, const int* x) {
  int i = blockIdx.x * 64 + threadIdx.x, v = x[i];
  unsigned even = __ballot_sync(~0u, (v & 1) == 0);
#ifdef FAULT
  unsigned first = ~0u, second = ~0u;
#else
  unsigned first = even, second = ~even;
#endif
  if ((v & 1) == 0) y[i] = __reduce_add_sync(first, v);
  else y[i] = __reduce_max_sync(second, v);
}
