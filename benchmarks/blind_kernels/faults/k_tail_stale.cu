// C = A B with K = 40, not a multiple of the tile of 16.
// Fault: cells behind K keep what the previous tile left there instead of zero, and are multiplied (wrong tail).
#define K 40
#define N 32
extern "C" __global__ void gemm(float* c, const float* a, const float* b) {
  __shared__ float as[16][16], bs[16][17];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float acc = 0;
  for (int k0 = 0; k0 < K; k0 += 16) {
    if (k0 + tx < K) as[ty][tx] = a[row * K + k0 + tx];
#ifndef FAULT
    else as[ty][tx] = 0;
#endif
    if (k0 + ty < K) bs[ty][tx] = b[(k0 + ty) * N + col];
#ifndef FAULT
    else bs[ty][tx] = 0;
#endif
    __syncthreads();
    for (int k = 0; k < 16; ++k) acc += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * N + col] = acc;
}
