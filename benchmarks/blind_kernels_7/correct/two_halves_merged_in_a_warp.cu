// Each warp merges two sorted halves of 16: a lane's place is its own index plus its rank in the other half, by shuffles.
extern "C" __global__ void merge(int* y, const int* x) {
  int i = blockIdx.x * 64 + threadIdx.x, lane = i % 32, base = lane & 16 ? 0 : 16;
  int v = x[i], lo = 0, hi = 16;
  for (int k = 0; k < 5; ++k) {
    int mid = (lo + hi) / 2;
    int other = __shfl_sync(~0u, v, base + min(mid, 15));
    bool before = lane & 16 ? other <= v : other < v;
    if (lo < hi) {
      if (before) lo = mid + 1;
      else hi = mid;
    }
  }
  y[i - lane + lane % 16 + lo] = v;
}
