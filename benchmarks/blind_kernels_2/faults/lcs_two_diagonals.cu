// Length of the longest common subsequence of two strings of 64, by antidiagonals.
// Fault: two rolling buffers are used where the recurrence needs three (the diagonal before is overwritten).
#ifdef FAULT
#define BUFFERS 2
#else
#define BUFFERS 3
#endif
extern "C" __global__ void lcs(int* y, const unsigned char* a, const unsigned char* b) {
  __shared__ int s[3][65];
  int t = threadIdx.x;
  for (int k = 0; k < 3; ++k) {
    s[k][t] = 0;
    if (t == 0) s[k][64] = 0;
  }
  __syncthreads();
  int last = 0;
  for (int d = 0; d < 127; ++d) {
    int j = d - t;  // cell (t, j) is kept at index t + 1 of its diagonal's buffer
    if (j >= 0 && j < 64) {
      const int* p1 = s[(d + BUFFERS - 1) % BUFFERS];
      const int* p2 = s[(d + 2 * BUFFERS - 2) % BUFFERS];
      int diag = j > 0 ? p2[t] : 0, up = p1[t], left = j > 0 ? p1[t + 1] : 0;
      last = a[t] == b[j] ? diag + 1 : max(up, left);
      s[d % BUFFERS][t + 1] = last;
    }
    __syncthreads();
  }
  if (t == 63) *y = last;
}
