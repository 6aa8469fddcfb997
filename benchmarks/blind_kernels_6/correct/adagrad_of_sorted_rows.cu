// Adagrad of embedding rows: the gradients of a row that occurs several times (indices are sorted) are added first.
extern "C" __global__ void update(float* w, float* state, const int* row, const float* g) {
  int team = (blockIdx.x * 64 + threadIdx.x) / 16, c = threadIdx.x % 16;
  for (int i = team; i < 20; i += 8) {
    int r = row[i];
    if (i > 0 && row[i - 1] == r) continue;
    float sum = 0;
    for (int j = i; j < 20 && row[j] == r; ++j) sum += g[j * 16 + c];
    float s = state[r * 16 + c] + sum * sum;
    state[r * 16 + c] = s;
    w[r * 16 + c] -= 0.1f * sum / (sqrtf(s) + 0.01f);
  }
}
