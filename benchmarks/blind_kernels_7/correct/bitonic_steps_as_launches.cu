// Bitonic sort of 256 keys in global memory, the first 6 stages in one launch per block and the last two step by step.
extern "C" __global__ void local_sort(int* x) {
  __shared__ int s[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t] = x[i];
  for (int k = 2; k <= 64; k *= 2)
    for (int j = k / 2; j; j /= 2) {
      __syncthreads();
      int p = t ^ j;
      if (p > t && (s[t] > s[p]) == ((i & k) == 0)) {
        int v = s[t];
        s[t] = s[p];
        s[p] = v;
      }
    }
  __syncthreads();
  x[i] = s[t];
}
extern "C" __global__ void step(int* x, int k, int j) {
  int i = blockIdx.x * 64 + threadIdx.x, p = i ^ j;
  if (p > i) {
    int a = x[i], b = x[p];
    if ((a > b) == ((i & k) == 0)) {
      x[i] = b;
      x[p] = a;
    }
  }
}
