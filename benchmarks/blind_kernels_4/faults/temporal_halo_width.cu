// Two steps of a three-point stencil in one launch: tiles of 64 cells and a halo; cells outside count as zero.
// Fault: the halo has the width of one step, so the outermost cells of a tile miss a neighbour's neighbour (wrong values).
#ifdef FAULT
#define HALO 1
#else
#define HALO 2
#endif
extern "C" __global__ void two_steps(int* y, const int* x) {
  constexpr int WIDTH = 64 + 2 * HALO;
  __shared__ int a[WIDTH], b[WIDTH];
  int first = blockIdx.x * 64 - HALO;
  for (int i = threadIdx.x; i < WIDTH; i += 64) a[i] = first + i >= 0 && first + i < 192 ? x[first + i] : 0;
  __syncthreads();
  int *from = a, *to = b;
  for (int step = 0; step < 2; ++step) {
    for (int i = threadIdx.x; i < WIDTH; i += 64) {
      int left = i > 0 ? from[i - 1] : 0, right = i < WIDTH - 1 ? from[i + 1] : 0;
      to[i] = first + i >= 0 && first + i < 192 ? left + 2 * from[i] + right : 0;
    }
    __syncthreads();
    int* swap = from;
    from = to;
    to = swap;
  }
  y[blockIdx.x * 64 + threadIdx.x] = from[threadIdx.x + HALO];
}
