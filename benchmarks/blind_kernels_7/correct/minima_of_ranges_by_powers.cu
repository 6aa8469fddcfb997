// A sparse table of minima over ranges of 1, 2, 4 ... 64 of 96 values, and each query as two overlapping ranges.
extern "C" __global__ void query(int* answer, const int* x, const int* range) {
  __shared__ int table[7][96];
  int t = threadIdx.x;
  table[0][t] = x[blockIdx.x * 96 + t];
  for (int k = 1; k < 7; ++k) {
    __syncthreads();
    if (t + (1 << k) <= 96) table[k][t] = min(table[k - 1][t], table[k - 1][t + (1 << (k - 1))]);
  }
  __syncthreads();
  int i = blockIdx.x * 96 + t, a = min(range[2 * i], range[2 * i + 1]), b = max(range[2 * i], range[2 * i + 1]);
  int k = 31 - __clz(b - a + 1);
  answer[i] = min(table[k][a], table[k][b + 1 - (1 << k)]);
}
