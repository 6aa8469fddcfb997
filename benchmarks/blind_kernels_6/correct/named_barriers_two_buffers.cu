// One warp fills two buffers in turn, the other reads them; four named barriers with arrive and sync hand them over.
template <int ID> __device__ __forceinline__ void bar_sync() { asm volatile("bar.sync %0, 64;" ::"n"(ID) : "memory"); }
template <int ID> __device__ __forceinline__ void bar_arrive() { asm volatile("bar.arrive %0, 64;" ::"n"(ID) : "memory"); }
template <int B> __device__ __forceinline__ void fill(int* buffer, int v) {
  bar_sync<3 + B>();
  buffer[threadIdx.x] = v;
  bar_arrive<1 + B>();
}
template <int B> __device__ __forceinline__ int take(const int* buffer) {
  bar_sync<1 + B>();
  int v = buffer[31 - threadIdx.x % 32];
  bar_arrive<3 + B>();
  return v;
}
extern "C" __global__ void hand_over(int* y, const int* x) {
  __shared__ int buffer[2][32];
  const int* from = x + blockIdx.x * 256 + threadIdx.x % 32;
  int* to = y + blockIdx.x * 256 + threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int i = 0; i < 8; i += 2) {
      fill<0>(buffer[0], from[i * 32]);
      fill<1>(buffer[1], from[i * 32 + 32]);
    }
    bar_sync<3>();
    bar_sync<4>();
  } else {
    bar_arrive<3>();
    bar_arrive<4>();
    for (int i = 0; i < 8; i += 2) {
      to[i * 32] = take<0>(buffer[0]);
      to[i * 32 + 32] = take<1>(buffer[1]);
    }
  }
}
