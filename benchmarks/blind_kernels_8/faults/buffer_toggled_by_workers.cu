// Four rounds of a ring of 48 cells (new = own + right neighbour) in two buffers, by 64 threads of which 48 have a cell.
// Fault: only threads whose cell is odd exchange the buffers, so that the threads use different ones (data race, wrong value).
__global__ void rounds(unsigned* y, const unsigned* x) {
  __shared__ unsigned cells[2][48];
  const int t = threadIdx.x;
  int now = 0;
  if (t < 48) cells[0][t] = x[t];
  __syncthreads();
  for (int r = 0; r < 4; r++) {
    if (t < 48) {
      const unsigned v = cells[now][t] + cells[now][(t + 1) % 48];
      cells[now ^ 1][t] = v;
#ifdef FAULT
      if (v & 1) now ^= 1;
    }
#else
    }
    now ^= 1;
#endif
    __syncthreads();
  }
  if (t < 48) y[t] = cells[now][t];
}
