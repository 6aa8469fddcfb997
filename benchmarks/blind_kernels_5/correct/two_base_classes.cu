// Objects with two base classes that both have virtual functions, called through pointers to either base, chosen by the data.
struct Scored {
  int weight;
  __device__ Scored(int w) : weight(w) {}
  __device__ virtual int score(int v) const { return weight * v; }
};
struct Marked {
  int mark;
  __device__ Marked(int m) : mark(m) {}
  __device__ virtual int marked(int v) const { return v + mark; }
};
struct Plain : Scored, Marked {
  __device__ Plain(int v) : Scored(3), Marked(v) {}
};
struct Both : Scored, Marked {
  int own;
  __device__ Both(int v) : Scored(5), Marked(7), own(v) {}
  __device__ int score(int v) const override { return weight * v - own + mark; }
  __device__ int marked(int v) const override { return score(v) ^ own; }
};
__device__ __noinline__ int used(const Scored* s, const Marked* m, int v) { return s->score(v) * 11 + m->marked(v + 1); }
extern "C" __global__ void call(int* y, const int* x) {
  int i = blockIdx.x * 32 + threadIdx.x, v = x[i];
  Plain plain(i);
  Both both(i);
  const Scored* s = v % 2 == 0 ? (const Scored*)&plain : &both;
  const Marked* m = v % 3 == 0 ? (const Marked*)&both : &plain;
  y[i] = used(s, m, v);
}
