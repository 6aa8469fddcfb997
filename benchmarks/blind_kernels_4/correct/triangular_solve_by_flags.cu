// Solves a sparse lower triangular system of 16 equations; a warp per equation waits for the unknowns it needs by their flags.
extern "C" __global__ void solve(float* x, int* solved, const float* values, const int* columns, const int* starts, const float* diagonal, const float* b) {
  int row = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
  float sum = 0;
  for (int i = starts[row] + lane; i < starts[row + 1]; i += 32) {
    int column = columns[i];
    while (atomicAdd(&solved[column], 0) == 0) {}
    __threadfence();
    sum += values[i] * x[column];
  }
  __syncwarp();
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(0xffffffff, sum, d);
  if (lane == 0) {
    x[row] = (b[row] - sum) / diagonal[row];
    __threadfence();
    atomicExch(&solved[row], 1);
  }
}
