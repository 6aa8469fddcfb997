// Numbers equal keys in their order: lanes with the same key elect the first of them, which draws numbers for all.
// Fault: __ffs counts from one, so the next lane is taken as the leader (wrong lane).
extern "C" __global__ void number_keys(int* number, int* counts, const int* keys) {
  __shared__ int next[8];
  int lane = threadIdx.x;
  if (lane < 8) next[lane] = 0;
  __syncwarp();
  for (int i = lane; i < 96; i += 32) {
    int key = keys[i];
    unsigned peers = __match_any_sync(0xffffffff, key);
#ifdef FAULT
    int leader = __ffs(peers);
#else
    int leader = __ffs(peers) - 1;
#endif
    int base = 0;
    if (lane == leader) base = atomicAdd(&next[key], __popc(peers));
    base = __shfl_sync(0xffffffff, base, leader);
    number[i] = base + __popc(peers & ((1u << lane) - 1));
    __syncwarp();
  }
  if (lane < 8) counts[lane] = next[lane];
}
