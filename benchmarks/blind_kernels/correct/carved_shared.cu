// Dynamic shared memory divided into doubles, shorts and bytes by a small bump allocator.
struct Arena {
  char* at;
  template <class T> __device__ T* take(int n) {
    at += (sizeof(T) - (unsigned)__cvta_generic_to_shared(at) % sizeof(T)) % sizeof(T);
    T* p = reinterpret_cast<T*>(at);
    at += n * sizeof(T);
    return p;
  }
};

extern "C" __global__ void carve(float* y, const float* x) {
  extern __shared__ __align__(16) char smem[];
  Arena arena{smem};
  int t = threadIdx.x;
  unsigned char* flags = arena.take<unsigned char>(65);
  double* sums = arena.take<double>(64);
  short* places = arena.take<short>(63);
  float* values = arena.take<float>(64);
  float v = x[blockIdx.x * 64 + t];
  flags[t] = v > 0;
  if (t == 0) flags[64] = 3;
  if (t < 63) places[t] = (short)(t * 10 % 63);
  values[t] = v;
  __syncthreads();
  sums[t] = (double)values[t < 63 ? places[t] : 63] * flags[64];
  __syncthreads();
  y[blockIdx.x * 64 + t] = (float)(sums[63 - t] + flags[t]);
}
