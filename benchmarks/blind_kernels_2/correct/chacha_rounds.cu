// ChaCha's twenty rounds on sixteen states, four lanes per state; columns become diagonals by shuffles of width four.
__device__ unsigned rotl(unsigned v, int n) { return __funnelshift_l(v, v, n); }
extern "C" __global__ void chacha(unsigned* y, const unsigned* x) {
  int t = threadIdx.x, state = t / 4, col = t % 4;
  unsigned v[4], in[4];
  for (int i = 0; i < 4; ++i) in[i] = v[i] = x[state * 16 + i * 4 + col];
  for (int r = 0; r < 20; ++r) {
    v[0] += v[1];
    v[3] = rotl(v[3] ^ v[0], 16);
    v[2] += v[3];
    v[1] = rotl(v[1] ^ v[2], 12);
    v[0] += v[1];
    v[3] = rotl(v[3] ^ v[0], 8);
    v[2] += v[3];
    v[1] = rotl(v[1] ^ v[2], 7);
    int s = r & 1 ? -1 : 1;
    for (int i = 1; i < 4; ++i) v[i] = __shfl_sync(~0u, v[i], (col + s * i) & 3, 4);
  }
  for (int i = 0; i < 4; ++i) y[state * 16 + i * 4 + col] = in[i] + v[i];
}
