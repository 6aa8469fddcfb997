// Two groups of 64 threads update a shared row in turns; named barriers hand the turn over.
// Fault: nobody arrives for the first turn of the first group, so both groups wait forever (deadlock).
__device__ __forceinline__ void named_sync(int id, int count) { asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(count) : "memory"); }
__device__ __forceinline__ void named_arrive(int id, int count) { asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(count) : "memory"); }
extern "C" __global__ void take_turns(int* y, const int* x) {
  __shared__ int row[64];
  int t = threadIdx.x % 64, group = threadIdx.x / 64;
  if (group == 0) row[t] = 0;
#ifndef FAULT
  if (group == 1) named_arrive(1, 128);
#endif
  for (int k = 0; k < 4; ++k) {
    named_sync(1 + group, 128);
    row[t] = 3 * row[t] + x[(2 * k + group) * 64 + t];
    if (group == 0 || k < 3) named_arrive(2 - group, 128);
  }
  if (group == 1) y[t] = row[t];
}
