// Needleman and Wunsch's alignment scores of two sequences of 32: tiles of 16 x 16, a launch per diagonal of tiles.
extern "C" __global__ void edges(int* table) {
  table[threadIdx.x] = -(int)threadIdx.x;
  table[threadIdx.x * 33] = -(int)threadIdx.x;
}
extern "C" __global__ void tiles(int* table, const int* a, const int* b, int diagonal) {
  int tile_row = max(0, diagonal - 1) + blockIdx.x, tile_column = diagonal - tile_row;
  int i = tile_row * 16 + threadIdx.x + 1;
  for (int step = 0; step < 31; ++step) {
    int c = step - (int)threadIdx.x, j = tile_column * 16 + c + 1;
    if (c >= 0 && c < 16) {
      int best = table[(i - 1) * 33 + j - 1] + (a[i - 1] == b[j - 1] ? 2 : -1);
      best = max(best, table[(i - 1) * 33 + j] - 1);
      table[i * 33 + j] = max(best, table[i * 33 + j - 1] - 1);
    }
    __syncwarp(0xffff);
  }
}
