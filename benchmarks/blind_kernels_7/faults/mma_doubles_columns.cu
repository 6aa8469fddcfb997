// An 8 x 8 product of depth 8 in doubles by mma.sync m8n8k4, with C added.
// Fault: the second result of a lane is taken for the next row instead of the next column (wrong value).
extern "C" __global__ void product(double* y, const double* a, const double* b, const double* c) {
  int lane = threadIdx.x, g = lane / 4, q = lane % 4;
  int first = g * 8 + q * 2;
#ifdef FAULT
  int second = (g + 1) % 8 * 8 + q * 2;
#else
  int second = first + 1;
#endif
  double d0 = c[first], d1 = c[second];
  for (int k = 0; k < 8; k += 4)
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                 : "+d"(d0), "+d"(d1) : "d"(a[g * 8 + k + q]), "d"(b[(k + q) * 8 + g]));
  y[first] = d0;
  y[second] = d1;
}
