// Routing of 64 tokens to their two best of 8 experts: counts, offsets by a warp scan, then tokens in order per expert.
extern "C" __global__ void choose(int2* chosen, int* count, const float* logit) {
  int t = blockIdx.x * 32 + threadIdx.x, best = 0, second = -1;
  const float* l = logit + t * 8;
  for (int e = 1; e < 8; ++e) {
    if (l[e] > l[best]) {
      second = best;
      best = e;
    } else if (second < 0 || l[e] > l[second]) {
      second = e;
    }
  }
  chosen[t] = make_int2(best, second);
  atomicAdd(&count[best], 1);
  atomicAdd(&count[second], 1);
}
extern "C" __global__ void offsets(int* start, const int* count) {
  int lane = threadIdx.x, n = lane < 8 ? count[lane] : 0, sum = n;
  for (int d = 1; d < 8; d *= 2) {
    int below = __shfl_up_sync(~0u, sum, d);
    if (lane >= d) sum += below;
  }
  if (lane < 8) start[lane] = sum - n;
}
extern "C" __global__ void place(int* order, const int* start, const int* chosen) {
  int lane = threadIdx.x;
  for (int e = 0; e < 8; ++e) {
    int at = start[e];
    for (int i = lane; i < 128; i += 32) {
      bool mine = chosen[i] == e;
      unsigned mask = __ballot_sync(~0u, mine);
      if (mine) order[at + __popc(mask & ((1u << lane) - 1))] = i / 2;
      at += __popc(mask);
    }
  }
}
