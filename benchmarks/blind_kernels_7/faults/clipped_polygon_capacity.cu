// Areas (doubled) of squares clipped by four half planes with diagonal borders; corners are kept in local arrays.
// Fault: the arrays have room for six corners, but a square clipped at all corners has eight (out of bounds).
#ifdef FAULT
#define ROOM 6
#else
#define ROOM 8
#endif
extern "C" __global__ void clip(int* area, const int* limit) {
  int i = blockIdx.x * 32 + threadIdx.x, n = 4;
  int x[ROOM] = {0, 64, 64, 0}, y[ROOM] = {0, 0, 64, 64};
  for (int k = 0; k < 4; ++k) {
    // Keeps a x + b y <= c; corners are multiples of one, because the borders are diagonal.
    int a = k == 0 || k == 3 ? 1 : -1, b = k < 2 ? 1 : -1, c = limit[i * 4 + k];
    int u[ROOM], v[ROOM], m = 0;
    for (int j = 0; j < n; ++j) {
      int next = j + 1 < n ? j + 1 : 0;
      int d = a * x[j] + b * y[j] - c, e = a * x[next] + b * y[next] - c;
      if (d <= 0) {
        u[m] = x[j];
        v[m++] = y[j];
      }
      if ((d < 0 && e > 0) || (d > 0 && e < 0)) {
        u[m] = x[j] + (x[next] - x[j]) * d / (d - e);
        v[m++] = y[j] + (y[next] - y[j]) * d / (d - e);
      }
    }
    n = m;
    for (int j = 0; j < n; ++j) {
      x[j] = u[j];
      y[j] = v[j];
    }
  }
  int s = 0;
  for (int j = 0; j < n; ++j) {
    int next = j + 1 < n ? j + 1 : 0;
    s += x[j] * y[next] - x[next] * y[j];
  }
  area[i] = s;
}
