// The fast approximations of PTX: powers and logarithms to base two, reciprocals, square roots, sine, cosine and tanh.
#define UNARY(name, op) \
  __device__ float name(float x) { \
    float y; \
    asm(op " %0, %1;" : "=f"(y) : "f"(x)); \
    return y; \
  }
UNARY(power_of_two, "ex2.approx.ftz.f32")
UNARY(log_two, "lg2.approx.f32")
UNARY(reciprocal, "rcp.approx.f32")
UNARY(reciprocal_root, "rsqrt.approx.f32")
UNARY(root, "sqrt.approx.f32")
UNARY(sine, "sin.approx.f32")
UNARY(cosine, "cos.approx.f32")
UNARY(hyperbolic_tangent, "tanh.approx.f32")
extern "C" __global__ void approximate(float* y, const float* x) {
  int t = threadIdx.x;
  float v = x[t];
  y[t] = power_of_two(v);
  y[64 + t] = log_two(v);
  y[128 + t] = reciprocal(v);
  y[192 + t] = reciprocal_root(v);
  y[256 + t] = root(v);
  y[320 + t] = sine(v);
  y[384 + t] = cosine(v);
  y[448 + t] = hyperbolic_tangent(v);
}
