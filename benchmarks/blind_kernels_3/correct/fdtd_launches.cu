// Three time steps of the one-dimensional wave equation as E and H fields on shifted grids, a launch per half step.
extern "C" __global__ void step_h(float* h, const float* e) {
  int i = threadIdx.x;
  h[i] += 0.5f * (e[i + 1] - e[i]);
}
extern "C" __global__ void step_e(float* e, const float* h) {
  int i = threadIdx.x;
  if (i > 0) e[i] += 0.5f * (h[i] - h[i - 1]);
}
