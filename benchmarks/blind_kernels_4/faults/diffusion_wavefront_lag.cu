// Floyd-Steinberg dithering of 48 rows, a row per thread; each row follows the one above two pixels behind.
// Fault: the rows follow one pixel behind, so a row reads errors while the row above still adds to them (race on shared).
#ifdef FAULT
#define LAG 1
#else
#define LAG 2
#endif
extern "C" __global__ void dither(unsigned char* y, const unsigned char* x) {
  __shared__ int error[49][26];
  int row = threadIdx.x;
  for (int i = row; i < 49 * 26; i += 48) error[i / 26][i % 26] = 0;
  __syncthreads();
  int from_left = 0;
  for (int step = 0; step < 24 + 47 * LAG; ++step) {
    int c = step - LAG * row;
    if (c >= 0 && c < 24) {
      int v = x[row * 24 + c] + (error[row][c + 1] + from_left) / 16;
      int level = v > 127 ? 255 : 0, e = v - level;
      y[row * 24 + c] = level;
      from_left = 7 * e;
      error[row + 1][c] += 3 * e;
      error[row + 1][c + 1] += 5 * e;
      error[row + 1][c + 2] += e;
    }
    __syncthreads();
  }
}
