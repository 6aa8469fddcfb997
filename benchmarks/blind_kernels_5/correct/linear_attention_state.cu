// Causal linear attention: a state of 4 x 4 per head is spread over sixteen lanes, two heads per warp, and grows by k v^T per step.
extern "C" __global__ void attend(float* y, const float* q, const float* k, const float* v) {
  int lane = threadIdx.x % 16, row = lane / 4, column = lane % 4;
  int first = (blockIdx.x * 2 + threadIdx.x / 16) * 96;
  float state = 0;
  for (int t = 0; t < 24; ++t) {
    int step = first + t * 4;
    state += k[step + row] * v[step + column];
    float part = q[step + row] * state;
    part += __shfl_xor_sync(~0u, part, 4);
    part += __shfl_xor_sync(~0u, part, 8);
    if (row == 0) y[step + column] = part;
  }
}
