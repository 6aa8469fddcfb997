// Attention of eight queries to 32 keys of width 16, scores capped by 5 tanh(s / 5); a warp per query, a key per lane.
__global__ void attend(float* y, const float* q, const float* k, const float* v) {
  __shared__ float weights[8][32];
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  float s = 0.0f;
  for (int d = 0; d < 16; d++) s += q[warp * 16 + d] * k[lane * 16 + d];
  s = 5.0f * tanhf(s / 5.0f);
  float top = s;
  for (int d = 16; d; d >>= 1) top = fmaxf(top, __shfl_xor_sync(~0u, top, d));
  const float e = expf(s - top);
  float sum = e;
  for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
  weights[warp][lane] = e / sum;
  __syncwarp();
  // Lanes 0 to 15 take the first sixteen keys of a column, lanes 16 to 31 the others.
  float o = 0.0f;
  const int half = lane & 16;
  for (int j = 0; j < 16; j++) o += weights[warp][half + j] * v[(half + j) * 16 + (lane & 15)];
  o += __shfl_down_sync(~0u, o, 16);
  if (lane < 16) y[warp * 16 + lane] = o;
}
