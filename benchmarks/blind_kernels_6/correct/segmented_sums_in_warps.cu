// Inclusive sums that begin anew where the flag is 0, within warps; value and flag are shuffled together.
struct Pair {
  float sum;
  int begins;
};
__device__ __forceinline__ Pair combine(Pair before, Pair p) {
  return {p.begins ? p.sum : before.sum + p.sum, before.begins | p.begins};
}
extern "C" __global__ void scan(float* y, const float* x, const unsigned char* flag) {
  int i = blockIdx.x * 64 + threadIdx.x, lane = i % 32;
  Pair p = {x[i], flag[i] == 0};
#pragma unroll
  for (int d = 1; d < 32; d *= 2) {
    Pair before = {__shfl_up_sync(~0u, p.sum, d), __shfl_up_sync(~0u, p.begins, d)};
    if (lane >= d) p = combine(before, p);
  }
  y[i] = p.sum;
}
