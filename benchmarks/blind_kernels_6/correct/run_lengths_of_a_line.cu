// Run-length encoding of 128 numbers: heads get their rank from ballots, and the next head's position from shared memory.
extern "C" __global__ void encode(int* value, int* length, int* runs, const int* x) {
  __shared__ int warp_heads[4], position[129];
  int t = threadIdx.x, lane = t % 32, v = x[t];
  bool head = t == 0 || x[t - 1] != v;
  unsigned mask = __ballot_sync(~0u, head);
  if (lane == 0) warp_heads[t / 32] = __popc(mask);
  __syncthreads();
  int rank = __popc(mask & ((1u << lane) - 1)), total = 0;
  for (int w = 0; w < 4; ++w) {
    if (w < t / 32) rank += warp_heads[w];
    total += warp_heads[w];
  }
  if (head) position[rank] = t;
  if (t == 0) position[total] = 128;
  __syncthreads();
  if (head) {
    value[rank] = v;
    length[rank] = position[rank + 1] - t;
  }
  if (t == 0) *runs = total;
}
