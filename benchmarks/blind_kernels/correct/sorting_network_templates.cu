// Batcher's odd-even merge sort of 16 values in registers, laid out by recursive templates.
__device__ __forceinline__ void order(float& a, float& b) {
  float lo = fminf(a, b), hi = fmaxf(a, b);
  a = lo;
  b = hi;
}
template <int FIRST, int N, int STEP> struct Merge {
  static __device__ __forceinline__ void run(float (&v)[16]) {
    if constexpr (2 * STEP < N) {
      Merge<FIRST, N, 2 * STEP>::run(v);
      Merge<FIRST + STEP, N, 2 * STEP>::run(v);
#pragma unroll
      for (int i = FIRST + STEP; i + STEP < FIRST + N; i += 2 * STEP) order(v[i], v[i + STEP]);
    } else {
      order(v[FIRST], v[FIRST + STEP]);
    }
  }
};
template <int FIRST, int N> struct Sort {
  static __device__ __forceinline__ void run(float (&v)[16]) {
    if constexpr (N > 1) {
      Sort<FIRST, N / 2>::run(v);
      Sort<FIRST + N / 2, N / 2>::run(v);
      Merge<FIRST, N, 1>::run(v);
    }
  }
};

extern "C" __global__ void sort(float* y, const float* x) {
  float v[16];
#pragma unroll
  for (int i = 0; i < 16; ++i) v[i] = x[threadIdx.x * 16 + i];
  Sort<0, 16>::run(v);
#pragma unroll
  for (int i = 0; i < 16; ++i) y[threadIdx.x * 16 + i] = v[i];
}
