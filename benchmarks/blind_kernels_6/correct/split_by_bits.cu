// Sorts 96 keys per block by their lowest 12 bits, one bit at a time; ballots and counts of warps give the places.
extern "C" __global__ void sort(unsigned* y, const unsigned* x) {
  __shared__ unsigned keys[96];
  __shared__ int zeros[2][3];
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  unsigned key = x[blockIdx.x * 96 + t];
  for (int bit = 0; bit < 12; ++bit) {
    bool one = key >> bit & 1;
    unsigned mask = __ballot_sync(~0u, !one);
    if (lane == 0) zeros[bit % 2][warp] = __popc(mask);
    __syncthreads();
    const int* z = zeros[bit % 2];
    int before = __popc(mask & (1u << lane) - 1);
    for (int w = 0; w < warp; ++w) before += z[w];
    int place = one ? z[0] + z[1] + z[2] + t - before : before;
    keys[place] = key;
    __syncthreads();
    key = keys[t];
  }
  y[blockIdx.x * 96 + t] = key;
}
