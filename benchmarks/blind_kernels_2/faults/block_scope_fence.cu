// Every thread stores a square; the last block to draw a ticket adds all of them.
// Fault: the fence before the ticket has block scope, but the reader is another block.
extern "C" __global__ void squares(int* total, int* ticket, int* parts, const int* x) {
  __shared__ bool last;
  int t = threadIdx.x, i = blockIdx.x * 32 + t;
  parts[i] = x[i] * x[i];
#ifdef FAULT
  __threadfence_block();
#else
  __threadfence();
#endif
  __syncthreads();
  if (t == 0) last = atomicAdd(ticket, 1) == 3;
  __syncthreads();
  if (last) {
    __threadfence();
    int v = 0;
    for (int b = 0; b < 4; ++b) v += ((volatile int*)parts)[b * 32 + t];
    v = __reduce_add_sync(~0u, v);
    if (t == 0) *total = v;
  }
}
