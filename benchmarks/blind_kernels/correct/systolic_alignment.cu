// Local alignment scores: a letter of the query per lane, cells handed from lane to lane along antidiagonals.
extern "C" __global__ void align(int* y, const unsigned char* query, const unsigned char* text) {
  int lane = threadIdx.x;
  int q = query[blockIdx.x * 32 + lane] & 3, h = 0, diagonal = 0, best = 0;
  for (int step = 0; step < 48 + 31; ++step) {
    int j = step - lane, up = __shfl_up_sync(0xffffffffu, h, 1);
    if (lane == 0) up = 0;
    if (j >= 0 && j < 48) {
      int c = text[blockIdx.x * 48 + j] & 3;
      h = max(max(0, diagonal + (q == c ? 2 : -1)), max(up, h) - 1);
      best = max(best, h);
    }
    diagonal = up;
  }
  for (int o = 16; o > 0; o >>= 1) best = max(best, __shfl_xor_sync(0xffffffffu, best, o));
  if (lane == 0) y[blockIdx.x] = best;
}
