// Sorts 64 keys by counting, for each key, those that belong before it; also returns where each key came from.
// Fault: equal keys are not told apart by their places, so they get the same rank (collisions, cells never written).
extern "C" __global__ void rank_sort(int* sorted, int* origin, const int* x) {
  __shared__ int keys[64];
  int t = threadIdx.x, key = x[t], rank = 0;
  keys[t] = key;
  __syncthreads();
  for (int j = 0; j < 64; ++j) {
#ifdef FAULT
    rank += keys[j] < key;
#else
    rank += keys[j] < key || (keys[j] == key && j < t);
#endif
  }
  sorted[rank] = key;
  origin[rank] = t;
}
