// After a step of beam search each of four beams takes over the tokens of its parent beam, in place; a warp per beam.
// Fault: no barrier between reading the parent's tokens and overwriting one's own (race on global between warps).
extern "C" __global__ void reorder(int* tokens, const int* parent) {
  int beam = threadIdx.x / 32, place = threadIdx.x % 32;
  int token = tokens[parent[beam] * 32 + place];
#ifndef FAULT
  __syncthreads();
#endif
  tokens[beam * 32 + place] = token;
}
