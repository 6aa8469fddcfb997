// Each element that begins a segment (head is 0, or first lane) writes the segment's length within its warp, others 0.
// Fault: the mask of later heads includes the lane itself, so every length is zero (wrong value).
extern "C" __global__ void lengths(int* length, const int* head) {
  int i = blockIdx.x * 64 + threadIdx.x, lane = threadIdx.x % 32;
  bool begins = lane == 0 || head[i] == 0;
  unsigned heads = __ballot_sync(~0u, begins);
#ifdef FAULT
  unsigned later = heads & (~0u << lane);
#else
  unsigned later = lane == 31 ? 0 : heads & (~0u << (lane + 1));
#endif
  int end = later ? __ffs(later) - 1 : 32;
  length[i] = begins ? end - lane : 0;
}
