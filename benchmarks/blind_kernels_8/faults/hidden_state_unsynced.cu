// Three steps of an LSTM cell with 16 inputs and 16 hidden units; 64 threads compute a gate each, 16 threads the new state.
// Fault: there is no barrier between the new hidden state and the next step's products with it (data race).
__global__ void lstm(float* y, const float* x, const float* wx, const float* wh) {
  __shared__ float h[16], gate[64];
  const int t = threadIdx.x;
  float c = 0.0f;
  if (t < 16) h[t] = 0.0f;
  __syncthreads();
  for (int step = 0; step < 3; step++) {
    float a = 0.0f;
    for (int k = 0; k < 16; k++) a += wx[t * 16 + k] * x[step * 16 + k] + wh[t * 16 + k] * h[k];
    gate[t] = t >= 48 ? tanhf(a) : 1.0f / (1.0f + expf(-a));
    __syncthreads();
    if (t < 16) {
      c = gate[t + 16] * c + gate[t] * gate[t + 48];
      h[t] = gate[t + 32] * tanhf(c);
      y[step * 16 + t] = h[t];
    }
#ifndef FAULT
    __syncthreads();
#endif
  }
}
