// A sum in one launch: parts, a fence, a wrapping counter (atomicInc), and the last block adds up the parts.
extern "C" __global__ void sum(int* total, int* part, unsigned* count, const int* x) {
  __shared__ int warp[2];
  __shared__ bool last;
  int t = threadIdx.x;
  int v = __reduce_add_sync(~0u, x[blockIdx.x * 64 + t]);
  if (t % 32 == 0) warp[t / 32] = v;
  __syncthreads();
  if (t == 0) {
    part[blockIdx.x] = warp[0] + warp[1];
    __threadfence();
    last = atomicInc(count, gridDim.x) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (last && t < 8) {
    v = *(volatile int*)&part[t];
    for (int d = 4; d > 0; d /= 2) v += __shfl_down_sync(0xffu, v, d);
    if (t == 0) *total = v;
  }
}
