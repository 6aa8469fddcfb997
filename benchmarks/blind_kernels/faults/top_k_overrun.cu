// The four largest of 24 values per thread, with their places, kept sorted in local arrays.
// Fault: insertion starts one cell too far, so a local array of four is written at index four.
extern "C" __global__ void top_k(float* best, int* where, const float* x, int k) {
  float v[4];
  int p[4];
  int t = threadIdx.x;
  for (int j = 0; j < k; ++j) {
    v[j] = -__int_as_float(0x7f800000);
    p[j] = -1;
  }
  for (int i = 0; i < 24; ++i) {
    float c = x[i * 32 + t];
#ifdef FAULT
    int j = k;
#else
    if (!(c > v[k - 1])) continue;
    int j = k - 1;
#endif
    while (j > 0 && c > v[j - 1]) {
      v[j] = v[j - 1];
      p[j] = p[j - 1];
      --j;
    }
    v[j] = c;
    p[j] = i;
  }
  for (int j = 0; j < k; ++j) {
    best[t * 4 + j] = v[j];
    where[t * 4 + j] = p[j];
  }
}
