// Local response normalization: x / (2 + 1e-1 * sum of squares over five neighbouring channels)^0.75, channels in shared memory.
__global__ void normalize(float* y, const float* x) {
  __shared__ float square[20][32];  // 16 channels and two empty ones on each side
  const int p = threadIdx.x, c = threadIdx.y;
  for (int r = c; r < 20; r += 16)
    if (r < 2 || r >= 18) square[r][p] = 0.0f;
  const float v = x[(blockIdx.x * 16 + c) * 32 + p];
  square[c + 2][p] = v * v;
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < 5; k++) sum += square[c + k][p];
  const float root = sqrtf(2.0f + 0.1f * sum);
  y[(blockIdx.x * 16 + c) * 32 + p] = v / (root * sqrtf(root));
}
