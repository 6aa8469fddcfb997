// A lock-free stack in shared memory: every thread pushes a node, then pops one, by compare and swap with a tag.
extern "C" __global__ void stack(int* y, const int* x) {
  const unsigned none = 0xffff;
  __shared__ unsigned head;
  __shared__ unsigned short next[128];
  __shared__ int value[128];
  int t = threadIdx.x;
  if (t == 0) head = none;
  __syncthreads();
  value[t] = x[blockIdx.x * 128 + t];
  unsigned seen = none, assumed;
  do {
    assumed = seen;
    next[t] = (unsigned short)assumed;
    seen = atomicCAS(&head, assumed, (assumed & 0xffff0000u) + 0x10000u + t);
  } while (seen != assumed);
  __syncthreads();
  seen = atomicOr(&head, 0u);
  unsigned node;
  do {
    assumed = seen;
    node = assumed & 0xffff;
    seen = atomicCAS(&head, assumed, (assumed & 0xffff0000u) + 0x10000u + next[node]);
  } while (seen != assumed);
  // Each node is popped by exactly one thread; by which does not matter.
  y[blockIdx.x * 128 + node] = value[node] * 2 + (int)node;
}
