// A step of stochastic gradient descent with weight decay on two arrays, whose addresses and lengths come in one struct.
struct Tensors {
  float* value[2];
  const float* gradient[2];
  int length[2];
  float rate, decay;
};
extern "C" __global__ void update(const __grid_constant__ Tensors tensors) {
  for (int k = 0; k < 2; ++k) {
    float* v = tensors.value[k];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < tensors.length[k]; i += gridDim.x * blockDim.x)
      v[i] -= tensors.rate * (tensors.gradient[k][i] + tensors.decay * v[i]);
  }
}
