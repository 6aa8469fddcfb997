// Affine maps modulo 2^32, composed over the lanes of a warp: a struct of two words goes through shuffles by a template.
struct Affine {
  unsigned a, b;
};
template <typename T> __device__ T shuffle_up(T v, int d) {
  static_assert(sizeof(T) % 4 == 0);
  unsigned word[sizeof(T) / 4];
  memcpy(word, &v, sizeof(T));
#pragma unroll
  for (int k = 0; k < (int)(sizeof(T) / 4); ++k) word[k] = __shfl_up_sync(~0u, word[k], d);
  memcpy(&v, word, sizeof(T));
  return v;
}
extern "C" __global__ void compose(uint2* y, const uint2* x) {
  int i = blockIdx.x * 32 + threadIdx.x, lane = threadIdx.x;
  Affine f = {x[i].x, x[i].y};
  for (int d = 1; d < 32; d *= 2) {
    Affine before = shuffle_up(f, d);
    if (lane >= d) f = {f.a * before.a, f.a * before.b + f.b};
  }
  y[i] = make_uint2(f.a, f.b);
}
