// Forward and backward pass of ReLU on small integers; the derivative at zero is zero.
// Fault: the backward pass lets the gradient through where the input is zero (wrong value for some inputs).
__global__ void relu(int* y, int* dx, const int* x, const int* dy) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  const int v = x[i];
  y[i] = max(v, 0);
#ifdef FAULT
  dx[i] = v >= 0 ? dy[i] : 0;
#else
  dx[i] = v > 0 ? dy[i] : 0;
#endif
}
