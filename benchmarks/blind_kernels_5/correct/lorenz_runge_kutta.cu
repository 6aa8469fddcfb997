// Twenty steps of the classical Runge-Kutta method on the Lorenz system in double precision, a trajectory per thread.
struct State {
  double x, y, z;
};
__device__ State derivative(State s) { return {10 * (s.y - s.x), s.x * (28 - s.z) - s.y, s.x * s.y - 8.0 / 3 * s.z}; }
__device__ State moved(State s, State d, double h) { return {s.x + h * d.x, s.y + h * d.y, s.z + h * d.z}; }
extern "C" __global__ void integrate(State* y, const State* start) {
  const double h = 0.01;
  State s = start[threadIdx.x];
  for (int step = 0; step < 20; ++step) {
    State k1 = derivative(s), k2 = derivative(moved(s, k1, h / 2)), k3 = derivative(moved(s, k2, h / 2)), k4 = derivative(moved(s, k3, h));
    s = moved(moved(moved(moved(s, k1, h / 6), k2, h / 3), k3, h / 3), k4, h / 6);
  }
  y[threadIdx.x] = s;
}
