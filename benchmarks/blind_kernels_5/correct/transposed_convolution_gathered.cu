// A transposed convolution with stride two and three taps, an output per step; each output gathers the one or two inputs that reach it.
extern "C" __global__ void spread(int* y, const int* x, const int* w) {
  x += blockIdx.x * 32;
  for (int o = threadIdx.x; o < 65; o += 33) {
    int sum = 0;
    for (int k = o % 2; k < 3; k += 2) {
      int i = (o - k) / 2;
      if (o >= k && i < 32) sum += w[k] * x[i];
    }
    y[blockIdx.x * 65 + o] = sum;
  }
}
