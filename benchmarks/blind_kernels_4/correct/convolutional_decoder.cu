// Viterbi's algorithm for a convolutional code of four states (polynomials 7 and 5): 32 received pairs of bits per thread.
extern "C" __global__ void decode(unsigned* bits, int* errors, const unsigned char* received) {
  int t = threadIdx.x, cost[4] = {0, 99, 99, 99};
  unsigned path[4] = {0, 0, 0, 0};
  for (int i = 0; i < 32; ++i) {
    int pair = received[t * 32 + i] & 3, next_cost[4];
    unsigned next_path[4];
    for (int to = 0; to < 4; ++to) {
      int bit = to >> 1, best = 1000;
      for (int low = 0; low < 2; ++low) {
        int from = (to & 1) << 1 | low, word = bit << 2 | from;
        int sent = (__popc(word & 7) & 1) << 1 | (__popc(word & 5) & 1);
        int c = cost[from] + __popc(sent ^ pair);
        if (c < best) {
          best = c;
          next_path[to] = path[from] << 1 | bit;
        }
      }
      next_cost[to] = best;
    }
    for (int s = 0; s < 4; ++s) {
      cost[s] = next_cost[s];
      path[s] = next_path[s];
    }
  }
  int best = 0;
  for (int s = 1; s < 4; ++s)
    if (cost[s] < cost[best]) best = s;
  bits[t] = path[best];
  errors[t] = cost[best];
}
