// Slots of tokens: each warp numbers its tokens of the same expert (of four) by ballots.
// Fault: the ballot for an expert is taken by its tokens alone, with the mask of all lanes (undefined behaviour).
extern "C" __global__ void number(int* slot, const int* expert) {
  int i = blockIdx.x * 64 + threadIdx.x, lane = threadIdx.x % 32, e = expert[i];
  unsigned below = (1u << lane) - 1;
  for (int k = 0; k < 4; ++k) {
#ifdef FAULT
    if (e == k) {
      unsigned same = __ballot_sync(~0u, 1);
      slot[i] = __popc(same & below);
    }
#else
    unsigned same = __ballot_sync(~0u, e == k);
    if (e == k) slot[i] = __popc(same & below);
#endif
  }
}
