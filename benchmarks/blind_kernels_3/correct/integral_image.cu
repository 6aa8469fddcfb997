// Sums over all upper left rectangles of an image of 20 x 28 in two launches, along rows and along columns, in place.
extern "C" __global__ void rows(int* y) {
  int lane = threadIdx.x;
  int* p = y + blockIdx.x * 28 + lane;
  int v = lane < 28 ? *p : 0;
  for (int d = 1; d < 32; d *= 2) {
    int w = __shfl_up_sync(~0u, v, d);
    v += lane < d ? 0 : w;
  }
  if (lane < 28) *p = v;
}
extern "C" __global__ void columns(int* y) {
  int c = threadIdx.x;
  if (c >= 28) return;
  for (int r = 1; r < 20; ++r) y[r * 28 + c] += y[(r - 1) * 28 + c];
}
