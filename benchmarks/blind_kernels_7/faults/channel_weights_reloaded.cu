// A 1 x 1 convolution with bias over 12 channels and 96 pixels; the weights of an output channel are staged in shared memory.
// Fault: weights of the next output channel are loaded while other warps still use those of the last one (data race).
extern "C" __global__ void convolve(float* y, const float* x, const float* weight, const float* bias) {
  __shared__ float w[12];
  int t = threadIdx.x;
  float pixel[12];
  for (int c = 0; c < 12; ++c) pixel[c] = x[c * 96 + t];
  for (int o = 0; o < 4; ++o) {
    int channel = blockIdx.x * 4 + o;
#ifndef FAULT
    __syncthreads();
#endif
    if (t < 12) w[t] = weight[channel * 12 + t];
    __syncthreads();
    float s = bias[channel];
    for (int c = 0; c < 12; ++c) s += w[c] * pixel[c];
    y[channel * 96 + t] = s;
  }
}
