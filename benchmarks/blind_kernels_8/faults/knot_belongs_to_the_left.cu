// Values of a step function with 20 sorted knots: at a knot the value of the interval that begins there holds.
// Fault: the search takes the first knot that is not below, so that at a knot itself the interval before is used (wrong value).
__global__ void steps(int* y, const int* x, const int* knots, const int* value) {
  int low = 0, high = 20;
  while (low < high) {
    const int m = (low + high) / 2;
#ifdef FAULT
    if (knots[m] < x[threadIdx.x])
#else
    if (knots[m] <= x[threadIdx.x])
#endif
      low = m + 1;
    else
      high = m;
  }
  y[threadIdx.x] = value[low];
}
