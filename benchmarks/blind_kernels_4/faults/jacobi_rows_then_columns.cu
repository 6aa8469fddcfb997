// Three rounds of plane rotations of a 16 x 16 matrix from both sides, as in Jacobi's method; eight disjoint pairs per round.
// Fault: no barrier between rotating the rows and rotating the columns (race on shared).
extern "C" __global__ void rotate(float* y, const float* x, const float* cosine, const float* sine) {
  __shared__ float m[16][16];
  int k = threadIdx.x % 16, pair = threadIdx.x / 16;
  m[2 * pair][k] = x[2 * pair * 16 + k];
  m[2 * pair + 1][k] = x[(2 * pair + 1) * 16 + k];
  __syncthreads();
  for (int round = 0; round < 3; ++round) {
    int i = pair == 0 ? 15 : (round + pair) % 15, j = (round + 15 - pair) % 15;
    float c = cosine[round * 8 + pair], s = sine[round * 8 + pair];
    float a = m[i][k], b = m[j][k];
    m[i][k] = c * a - s * b;
    m[j][k] = s * a + c * b;
#ifndef FAULT
    __syncthreads();
#endif
    a = m[k][i], b = m[k][j];
    m[k][i] = c * a - s * b;
    m[k][j] = s * a + c * b;
    __syncthreads();
  }
  y[2 * pair * 16 + k] = m[2 * pair][k];
  y[(2 * pair + 1) * 16 + k] = m[2 * pair + 1][k];
}
