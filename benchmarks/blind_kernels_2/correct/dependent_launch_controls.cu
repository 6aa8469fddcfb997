// Two launches with the controls of programmatic dependent launch, which change nothing in launches in order.
extern "C" __global__ void first(float* y, const float* x) {
  int i = blockIdx.x * 64 + threadIdx.x;
  y[i] = x[i] * 2;
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
}
extern "C" __global__ void second(float* z, const float* y) {
  int i = blockIdx.x * 64 + threadIdx.x;
  asm volatile("griddepcontrol.wait;" ::: "memory");
  z[i] = y[127 - i] + 1;
}
