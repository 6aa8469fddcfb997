// A chain of functions as template arguments, applied in order by a fold; if constexpr selects each one's formula.
enum class Op { square, negate, halve, clamp, shift };
template <Op op> __device__ __forceinline__ float apply(float v) {
  if constexpr (op == Op::square) return v * v;
  else if constexpr (op == Op::negate) return -v;
  else if constexpr (op == Op::halve) return v / 2;
  else if constexpr (op == Op::clamp) return fminf(fmaxf(v, -1.f), 1.f);
  else return v + 0.25f;
}
template <Op... ops> struct Chain {
  static __device__ float run(float v) {
    ((v = apply<ops>(v)), ...);
    return v;
  }
  static constexpr int length = sizeof...(ops);
};
using All = Chain<Op::shift, Op::square, Op::negate, Op::clamp, Op::halve, Op::shift>;
extern "C" __global__ void stages(float* y, const float* x) {
  int i = blockIdx.x * 64 + threadIdx.x;
  y[i] = All::run(x[i]) * All::length;
}
