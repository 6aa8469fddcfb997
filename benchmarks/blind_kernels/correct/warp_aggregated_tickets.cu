// Positive values draw places from one global counter, one atomic per warp; the places taken are 0 to count - 1.
__device__ int places = 0;
__device__ int finished = 0;

extern "C" __global__ void tickets(int* taken, int* count, const float* x) {
  int i = blockIdx.x * 64 + threadIdx.x, lane = threadIdx.x & 31;
  bool keep = x[i] > 0;
  unsigned votes = __ballot_sync(0xffffffffu, keep);
  if (votes != 0) {  // the same for the whole warp
    int leader = 31 - __clz(votes), base = 0;
    if (lane == leader) base = atomicAdd(&places, __popc(votes));
    base = __shfl_sync(0xffffffffu, base, leader);
    if (keep) taken[base + __popc(votes & ((1u << lane) - 1))] = 1000;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    if (atomicAdd(&finished, 1) == 3) {
      __threadfence();
      count[0] = atomicAdd(&places, 0);
    }
  }
}
