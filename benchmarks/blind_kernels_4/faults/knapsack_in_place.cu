// Best values of a knapsack for all capacities below 96, a thread per capacity, item by item in one shared row.
// Fault: no barrier between reading the row and changing it, so an item may be packed twice (race on shared).
extern "C" __global__ void knapsack(int* y, const int* weight, const int* value) {
  __shared__ int best[96];
  int c = threadIdx.x;
  best[c] = 0;
  __syncthreads();
  for (int item = 0; item < 12; ++item) {
    int w = weight[item], with = c >= w ? best[c - w] + value[item] : 0;
#ifndef FAULT
    __syncthreads();
#endif
    best[c] = max(best[c], with);
    __syncthreads();
  }
  y[c] = best[c];
}
