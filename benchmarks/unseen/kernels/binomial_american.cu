// American put options by a binomial tree: a block per option, a thread per node of the tree's last
// level, which has at most 256. Values of the next level pass through two buffers in shared memory.
extern "C" __global__ void __launch_bounds__(256)
binomial_american(const float* __restrict__ spot, const float* __restrict__ strike,
                  const float* __restrict__ years, const float* __restrict__ volatility,
                  float* __restrict__ price, int steps) {
  __shared__ float values[2][256];
  const float rate = 0.05f;
  int node = threadIdx.x, option = blockIdx.x;
  float k = strike[option], dt = years[option] / steps;
  float move = volatility[option] * sqrtf(dt);
  float up = expf(move), down = expf(-move), growth = expf(rate * dt);
  float probability = (growth - down) / (up - down);
  float rise = probability / growth, fall = (1.0f - probability) / growth;
  // The price at this node, which has risen `node` times, of the present level.
  float asset = spot[option] * expf(move * (2 * node - steps));
  float value = fmaxf(k - asset, 0.0f);
  for (int level = steps; level > 0; --level) {
    float* shared = values[level & 1];
    shared[node] = value;
    __syncthreads();
    if (node < level) {
      asset *= up;
      value = fmaxf(k - asset, rise * shared[node + 1] + fall * value);
    }
  }
  if (node == 0) price[option] = value;
}
