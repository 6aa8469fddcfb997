// The recurrence of a selective state-space model: a thread per channel, whose 16 states are in
// registers; a block of 128 channels stages the inputs B and C of 16 time steps in shared memory.
constexpr int STATES = 16, STEPS = 16;

extern "C" __global__ void __launch_bounds__(128)
selective_scan(const float* __restrict__ x, const float* __restrict__ delta,
               const float* __restrict__ a, const float* __restrict__ b,
               const float* __restrict__ c, const float* __restrict__ skip,
               float* __restrict__ y, int length, int channels) {
  __shared__ float shared_b[STEPS * STATES], shared_c[STEPS * STATES];
  int channel = blockIdx.x * 128 + threadIdx.x;
  size_t first = size_t(blockIdx.y) * length;
  float decay[STATES], state[STATES] = {};
#pragma unroll
  for (int n = 0; n < STATES; ++n) decay[n] = a[channel * STATES + n] * 1.44269504f;
  float through = skip[channel];
  for (int step = 0; step < length; step += STEPS) {
    __syncthreads();
    for (int at = threadIdx.x; at < STEPS * STATES; at += 128) {
      shared_b[at] = b[(first + step) * STATES + at];
      shared_c[at] = c[(first + step) * STATES + at];
    }
    __syncthreads();
    for (int t = 0; t < STEPS; ++t) {
      size_t place = (first + step + t) * channels + channel;
      float input = x[place], dt = delta[place], result = through * input;
#pragma unroll
      for (int n = 0; n < STATES; ++n) {
        state[n] = exp2f(dt * decay[n]) * state[n] + dt * input * shared_b[t * STATES + n];
        result += shared_c[t * STATES + n] * state[n];
      }
      y[place] = result;
    }
  }
}
