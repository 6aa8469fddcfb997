// A matrix in compressed columns times a vector of integers: a warp per column adds to the result by atomics in global memory.
extern "C" __global__ void product(int* y, const int* start, const int* row, const int* value, const int* x) {
  int c = blockIdx.x * 2 + threadIdx.x / 32;
  for (int k = start[c] + threadIdx.x % 32; k < start[c + 1]; k += 32) atomicAdd(&y[row[k]], value[k] * x[c]);
}
