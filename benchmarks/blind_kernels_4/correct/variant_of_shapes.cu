// Areas of shapes that are variants of three types, taken apart by visiting them with overloaded lambdas.
#include <cuda/std/variant>
struct Circle { float radius; };
struct Box { float width, height; };
struct Triangle { float a, b, c; };
template <class... F> struct Overloaded : F... { using F::operator()...; };
template <class... F> Overloaded(F...) -> Overloaded<F...>;
extern "C" __global__ void areas(float* y, const int* kind, const float* size) {
  int t = threadIdx.x;
  cuda::std::variant<Circle, Box, Triangle> shape;
  const float* s = size + 3 * t;
  if (kind[t] == 0) shape = Circle{s[0]};
  else if (kind[t] == 1) shape = Box{s[0], s[1]};
  else shape = Triangle{s[0], s[1], s[2]};
  y[t] = cuda::std::visit(
      Overloaded{[](Circle c) { return 3.14159265f * c.radius * c.radius; }, [](Box b) { return b.width * b.height; },
                 [](Triangle t) { return 0.25f * sqrtf((t.a + t.b + t.c) * (t.b + t.c - t.a) * (t.a + t.c - t.b) * (t.a + t.b - t.c)); }},
      shape);
}
