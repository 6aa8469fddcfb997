// C = A B with 16 x 16 tiles in two shared buffers: the next tile is stored while this one is used.
// Fault: the current buffer is never flipped, so every step multiplies the first tile (stale double buffer).
#define K 64
#define N 32
extern "C" __global__ void gemm(float* c, const float* a, const float* b) {
  __shared__ float as[2][16][16], bs[2][16][16];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  as[0][ty][tx] = a[row * K + tx];
  bs[0][ty][tx] = b[ty * N + col];
  __syncthreads();
  float acc = 0;
  int stage = 0;
  for (int k0 = 0; k0 < K; k0 += 16) {
    float na = 0, nb = 0;
    bool more = k0 + 16 < K;
    if (more) {
      na = a[row * K + k0 + 16 + tx];
      nb = b[(k0 + 16 + ty) * N + col];
    }
    for (int k = 0; k < 16; ++k) acc += as[stage][ty][k] * bs[stage][k][tx];
    if (more) {
      as[stage ^ 1][ty][tx] = na;
      bs[stage ^ 1][ty][tx] = nb;
    }
    __syncthreads();
#ifndef FAULT
    stage ^= 1;
#endif
  }
  c[row * N + col] = acc;
}
