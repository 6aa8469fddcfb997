// Each token's result is the weighted sum of its two experts' outputs, whose rows are given by slots; a slot of -1 has been dropped.
extern "C" __global__ void combine(float* y, const float* out, const int2* slot, const float2* weight) {
  int token = blockIdx.x * 4 + threadIdx.x / 16, d = threadIdx.x % 16;
  int2 s = slot[token];
  float2 w = weight[token];
  float sum = 0;
  if (s.x >= 0) sum += w.x * out[s.x * 16 + d];
  if (s.y >= 0) sum += w.y * out[s.y * 16 + d];
  y[token * 16 + d] = sum;
}
