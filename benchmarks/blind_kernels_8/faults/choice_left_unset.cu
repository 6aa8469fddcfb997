// The place of the first of twelve bids in a row that reaches the row's limit, or -1 if no bid does; a thread per row.
// Fault: the place is not set where no bid reaches the limit (uninitialized value).
__global__ void choose(int* y, const int* bid, const int* limit) {
  const int row = blockIdx.x * 32 + threadIdx.x;
#ifdef FAULT
  int place;
#else
  int place = -1;
#endif
  bool found = false;
#pragma unroll 1
  for (int k = 0; k < 12 && !found; k++)
    if (bid[row * 12 + k] >= limit[row]) {
      place = k;
      found = true;
    }
  y[row] = place;
}
