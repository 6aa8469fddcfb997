// A ring of 64 springs, 12 symplectic Euler steps; all parameters and pointers are one struct by value.
struct Springs {
  int steps;
  float stiffness;
  double dt;
  float *x, *v;
};
extern "C" __global__ void simulate(const __grid_constant__ Springs s) {
  __shared__ float position[2][64];
  int t = threadIdx.x, now = 0;
  float x = s.x[t], v = s.v[t], dt = (float)s.dt;
  position[0][t] = x;
  __syncthreads();
  for (int i = 0; i < s.steps; ++i) {
    float force = position[now][(t + 1) % 64] - 2 * x + position[now][(t + 63) % 64];
    v += dt * s.stiffness * force;
    x += dt * v;
    now ^= 1;
    position[now][t] = x;
    __syncthreads();
  }
  s.x[t] = x;
  s.v[t] = v;
}
