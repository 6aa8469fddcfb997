// The median of 3 x 3 neighbours by a network of nineteen exchanges, as a macro over registers.
#define SWAP(a, b) { int lo = min(v[a], v[b]), hi = max(v[a], v[b]); v[a] = lo; v[b] = hi; }
extern "C" __global__ void median(int* y, const int* x) {
  int r = threadIdx.x / 10, c = threadIdx.x % 10, v[9];
  for (int i = 0; i < 9; ++i) v[i] = x[(r + i / 3) * 12 + c + i % 3];
  SWAP(1, 2) SWAP(4, 5) SWAP(7, 8) SWAP(0, 1) SWAP(3, 4) SWAP(6, 7) SWAP(1, 2) SWAP(4, 5) SWAP(7, 8) SWAP(0, 3)
  SWAP(5, 8) SWAP(4, 7) SWAP(3, 6) SWAP(1, 4) SWAP(2, 5) SWAP(4, 7) SWAP(4, 2) SWAP(6, 4) SWAP(4, 2)
  y[threadIdx.x] = v[4];
}
