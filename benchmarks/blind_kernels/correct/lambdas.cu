// A block reduction that takes lambdas for loading, combining and storing, some capturing by reference.
template <class Load, class Combine, class Store>
__device__ void reduce(int* s, Load load, Combine combine, Store store) {
  int t = threadIdx.x;
  s[t] = load(t);
  __syncthreads();
  for (int o = blockDim.x / 2; o > 0; o /= 2) {
    if (t < o) s[t] = combine(s[t], s[t + o]);
    __syncthreads();
  }
  if (t == 0) store(s[0]);
  __syncthreads();
}

template <class F, class G> struct Composed {
  F f;
  G g;
  template <class... A> __device__ auto operator()(A... a) const { return g(f(a...)); }
};
template <class F, class G> __device__ Composed<F, G> compose(F f, G g) { return {f, g}; }

extern "C" __global__ void lambdas(int* y, const int* x) {
  __shared__ int s[64];
  const int* row = x + blockIdx.x * 64;
  int* out = y + blockIdx.x * 3;
  int done = 0;
  auto put = [&done, out](int v) { out[done++] = v; };
  auto load = [row](int i) { return row[i]; };
  auto skip = [&done](int n) { done += n; };
  reduce(s, load, [](int a, int b) { return a + b; }, put);
  if (threadIdx.x != 0) skip(1);
  reduce(s, compose(load, [](int v) { return v ^ 0x55; }), [](int a, int b) { return a ^ b; }, put);
  if (threadIdx.x != 0) skip(1);
  reduce(s, load, [](int a, int b) { return a < b ? a : b; }, [&](int v) { put(v * done); });
}
