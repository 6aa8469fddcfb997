// Routes 64 tokens to the best two of four experts: places in the experts' queues in the order of tokens, by ballots.
extern "C" __global__ void route(int* places, int* offsets, const int* score) {
  __shared__ int counts[2][4];
  int t = threadIdx.x, warp = t / 32, lane = t % 32, s[4];
  for (int e = 0; e < 4; ++e) s[e] = score[t * 4 + e];
  int first = 0, second = -1;
  for (int e = 1; e < 4; ++e)
    if (s[e] > s[first]) first = e;
  for (int e = 0; e < 4; ++e)
    if (e != first && (second < 0 || s[e] > s[second])) second = e;
  int before[4];
  for (int e = 0; e < 4; ++e) {
    unsigned mask = __ballot_sync(0xffffffff, first == e || second == e);
    before[e] = __popc(mask & ((1u << lane) - 1));
    if (lane == 0) counts[warp][e] = __popc(mask);
  }
  __syncthreads();
  int offset = 0;
  for (int e = 0; e < 4; ++e) {
    if (t == 0) offsets[e] = offset;
    int place = offset + before[e] + (warp ? counts[0][e] : 0);
    if (e == first) places[2 * t] = place;
    if (e == second) places[2 * t + 1] = place;
    offset += counts[0][e] + counts[1][e];
  }
  if (t == 0) offsets[4] = offset;
}
