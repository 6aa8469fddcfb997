// A set of 20 keys in an open table of 64 slots in shared memory; then 32 queries.
// Fault: linear probing does not wrap around at the end of the table (out of bounds on shared).
#ifdef FAULT
#define NEXT(slot) (slot + 1)
#else
#define NEXT(slot) ((slot + 1) % 64)
#endif
extern "C" __global__ void member(int* found, const int* keys, const int* queries) {
  __shared__ int table[64];
  int t = threadIdx.x;
  table[t] = -1;
  table[t + 32] = -1;
  __syncthreads();
  if (t < 20) {
    int key = keys[t], slot = key % 64;
    while (true) {
      int old = atomicCAS(&table[slot], -1, key);
      if (old == -1 || old == key) break;
      slot = NEXT(slot);
    }
  }
  __syncthreads();
  int query = queries[t], slot = query % 64;
  while (table[slot] != -1 && table[slot] != query) slot = NEXT(slot);
  found[t] = table[slot] == query;
}
