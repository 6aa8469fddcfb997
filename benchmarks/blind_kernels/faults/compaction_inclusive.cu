// Moves the positive values of 128 to the front, in order, and fills up with zeros.
// Fault: the rank counts the lane itself, so the first cell is never written and the last value is one too far.
extern "C" __global__ void compact(float* y, const float* x) {
  __shared__ int counts[4];
  int t = threadIdx.x, lane = t & 31, warp = t >> 5;
  float v = x[blockIdx.x * 128 + t];
  bool keep = v > 0;
  unsigned votes = __ballot_sync(0xffffffffu, keep);
  if (lane == 0) counts[warp] = __popc(votes);
  __syncthreads();
  int before = 0, all = 0;
  for (int w = 0; w < 4; ++w) {
    if (w < warp) before += counts[w];
    all += counts[w];
  }
#ifdef FAULT
  unsigned lower = 0xffffffffu >> (31 - lane);
#else
  unsigned lower = (1u << lane) - 1;
#endif
  float* out = y + blockIdx.x * 128;
  if (keep) out[before + __popc(votes & lower)] = v;
  if (t >= all) out[t] = 0;
}
