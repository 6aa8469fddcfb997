// Duff's device: a switch jumps into the middle of an unrolled loop, a different place for each lane.
extern "C" __global__ void duff(int* y, const int* x) {
  int n = threadIdx.x + 1, loops = (n + 7) / 8, acc = 0;
  const int* p = x;
  switch (n % 8) {
    case 0: do { acc = acc * 3 + *p++;
    case 7:      acc = acc * 5 + *p++;
    case 6:      acc = acc ^ *p++;
    case 5:      acc = acc - *p++;
    case 4:      acc = acc * 7 + *p++;
    case 3:      acc = acc | *p++;
    case 2:      acc = acc + *p++ * n;
    case 1:      acc = acc * 9 - *p++;
            } while (--loops > 0);
  }
  y[threadIdx.x] = acc;
}
