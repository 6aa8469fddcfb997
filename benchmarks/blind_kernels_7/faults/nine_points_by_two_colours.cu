// Gauss-Seidel with a nine-point stencil on 18 x 18 integers in shared memory, one sweep over the inner 16 x 16 cells.
// Fault: two colours are not enough, because diagonal neighbours have the same colour (data race); the twin has four.
extern "C" __global__ void sweep(int* x) {
  __shared__ int s[18][18];
  int t = threadIdx.x, c = t % 16 + 1, r = t / 16 + 1;
  for (int k = t; k < 324; k += 256) s[k / 18][k % 18] = x[blockIdx.x * 324 + k];
  __syncthreads();
#ifdef FAULT
  int colours = 2, mine = (r + c) % 2;
#else
  int colours = 4, mine = r % 2 * 2 + c % 2;
#endif
  for (int k = 0; k < colours; ++k) {
    if (mine == k) {
      int sum = 0;
      for (int d = 0; d < 9; ++d)
        if (d != 4) sum += s[r - 1 + d / 3][c - 1 + d % 3];
      s[r][c] = sum >> 3;
    }
    __syncthreads();
  }
  for (int k = t; k < 324; k += 256) x[blockIdx.x * 324 + k] = s[k / 18][k % 18];
}
