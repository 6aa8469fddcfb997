// Shapes with virtual functions, built in local memory; every lane calls through a base pointer.
struct Shape {
  __device__ virtual float area(float r) const = 0;
};
struct Square : Shape {
  __device__ float area(float r) const override { return r * r; }
};
struct Ring : Shape {
  float inner;
  __device__ explicit Ring(float i) : inner(i) {}
  __device__ float area(float r) const override { return 3.14159265f * (r * r - inner * inner); }
};
extern "C" __global__ void areas(float* y, const float* x) {
  int t = threadIdx.x;
  Square square;
  Ring ring(x[t] * 0.5f);
  const Shape* s = t % 3 ? static_cast<const Shape*>(&square) : &ring;
  y[t] = s->area(x[t]);
}
