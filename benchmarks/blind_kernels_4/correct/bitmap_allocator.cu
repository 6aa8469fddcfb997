// Threads allocate slots from a bitmap by atomicOr, free some by atomicAnd and allocate again; each checks that its slot is its own.
__device__ int allocate(unsigned* bitmap, int start) {
  for (int i = start;; ++i) {
    unsigned* word = &bitmap[i % 3];
    unsigned taken = atomicOr(word, 0);
    while (taken != 0xffffffff) {
      int bit = __ffs(~taken) - 1;
      taken = atomicOr(word, 1u << bit);
      if (!(taken >> bit & 1)) return i % 3 * 32 + bit;
    }
  }
}
extern "C" __global__ void allocate_and_free(int* y) {
  __shared__ unsigned bitmap[3];
  __shared__ int owner[96];
  int t = threadIdx.x;
  if (t < 3) bitmap[t] = 0;
  __syncthreads();
  int slot = allocate(bitmap, t);
  owner[slot] = t;
  __syncthreads();
  int good = __syncthreads_count(owner[slot] == t);
  if (t % 2) atomicAnd(&bitmap[slot / 32], ~(1u << slot % 32));
  __syncthreads();
  if (t % 4 == 1) {
    slot = allocate(bitmap, t + 1);
    owner[slot] = t;
  }
  __syncthreads();
  int still = __syncthreads_count(t % 4 == 3 || owner[slot] == t);
  if (t == 0) {
    y[0] = good;
    y[1] = still;
    y[2] = __popc(bitmap[0]) + __popc(bitmap[1]) + __popc(bitmap[2]);
  }
}
