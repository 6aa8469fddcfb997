// Four blocks count values by their two highest bits in one global array.
// Fault: atomicAdd_block is atomic among the threads of one block only (wrong scope, race between blocks).
extern "C" __global__ void histogram(int* count, const unsigned* x) {
  unsigned v = x[blockIdx.x * 64 + threadIdx.x];
#ifdef FAULT
  atomicAdd_block(&count[v >> 30], 1);
#else
  atomicAdd(&count[v >> 30], 1);
#endif
}
