// One step of k-means with four centres: labels, sums and counts by shared atomics, then new centres (empty ones stay).
extern "C" __global__ void step(float2* centre, unsigned char* label, const float2* point) {
  __shared__ float2 c[4];
  __shared__ float sx[4], sy[4];
  __shared__ int n[4];
  int t = threadIdx.x;
  if (t < 4) {
    c[t] = centre[t];
    sx[t] = sy[t] = 0;
    n[t] = 0;
  }
  __syncthreads();
  float2 p = point[t];
  int best = 0;
  float nearest = 1e30f;
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    float dx = p.x - c[k].x, dy = p.y - c[k].y, d = dx * dx + dy * dy;
    if (d < nearest) {
      nearest = d;
      best = k;
    }
  }
  label[t] = (unsigned char)best;
  atomicAdd(&sx[best], p.x);
  atomicAdd(&sy[best], p.y);
  atomicAdd(&n[best], 1);
  __syncthreads();
  if (t < 4 && n[t] > 0) centre[t] = make_float2(sx[t] / n[t], sy[t] / n[t]);
}
