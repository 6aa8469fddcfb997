// Each thread sorts its six values in a workspace in global memory and writes the second and fifth of them.
// Fault: the place in the workspace does not depend on the block, so that blocks share it (data race).
extern "C" __global__ void order(int* y, int* workspace, const int* x) {
  int i = blockIdx.x * 32 + threadIdx.x;
#ifdef FAULT
  int* w = workspace + threadIdx.x * 6;
#else
  int* w = workspace + i * 6;
#endif
  for (int k = 0; k < 6; ++k) {
    int v = x[i * 6 + k], j = k;
    for (; j > 0 && w[j - 1] > v; --j) w[j] = w[j - 1];
    w[j] = v;
  }
  y[i * 2] = w[1];
  y[i * 2 + 1] = w[4];
}
