// Largest numbers of base pairs in foldings of a sequence of 40 bases (Nussinov), one diagonal of the table after the other.
// Fault: diagonals are separated by a barrier of the warp, although the table is filled by two warps (data race).
__global__ void fold(int* y, const unsigned char* s) {
  __shared__ int best[41][41];
  __shared__ unsigned char base[40];
  const int t = threadIdx.x;
  if (t < 40) base[t] = s[t];
  for (int i = t; i < 41 * 41; i += 64) best[i / 41][i % 41] = 0;
  __syncthreads();
  for (int d = 1; d < 40; d++) {
    if (t + d < 40) {
      const int i = t, j = t + d;
      int b = best[i + 1][j];
      if (base[i] + base[j] == 3) b = max(b, best[i + 1][j - 1] + 1);
      for (int k = i; k < j; k++) b = max(b, best[i][k] + best[k + 1][j]);
      best[i][j] = b;
    }
#ifdef FAULT
    __syncwarp();
#else
    __syncthreads();
#endif
  }
  if (t < 40) y[t] = best[0][t];
}
