#include <cstdio>
#include <vector>
#define CHECK(x) do { if ((x) != cudaSuccess) { printf("{\n"); exit(1); } } while (0)
const int BLOCK = 128;
template <int N> __global__ void scale(float* y, const float* x, int n, float a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] * N;
}
struct Timer { cudaEvent_t start; void begin() { cudaEventRecord(start); } };
static void report(const char* what, float ms) { printf("%s %f\n", what, ms); }
int main(int argc, char** argv) {
  const int n = 1000;
  std::vector<float> h(n, 1.f);
  float *x, *y;
  CHECK(cudaMalloc(&x, n * sizeof(float)));
  CHECK(cudaMalloc((void**)&y, 2 * n * sizeof(float)));
  dim3 block(BLOCK), grid((n + BLOCK - 1) / BLOCK);
  scale<BLOCK / 64><<<grid, block, BLOCK * sizeof(float)>>>(y, x, n, 2.5f);
  report("done", 1.f);
}
