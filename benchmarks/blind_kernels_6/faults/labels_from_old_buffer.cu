// Three steps of minimum labels on a ring of 96 vertices, between two buffers in global memory.
// Fault: the right neighbour is read from the buffer that is being written (race on global).
extern "C" __global__ void spread(int* to, const int* from) {
  int i = threadIdx.x, left = (i + 95) % 96, right = (i + 1) % 96;
#ifdef FAULT
  to[i] = min(min(from[left], from[i]), to[right]);
#else
  to[i] = min(min(from[left], from[i]), from[right]);
#endif
}
