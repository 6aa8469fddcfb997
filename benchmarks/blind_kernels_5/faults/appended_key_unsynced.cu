// Appends a token's key to each sequence's cache in global memory and scores the query with all keys of the sequence.
// Fault: no barrier between appending the key and reading it by another warp (race on global).
extern "C" __global__ void append(float* scores, float* cache, const float* key, const float* q, const int* length) {
  int row = blockIdx.x, t = threadIdx.x, n = length[row];
  cache += row * 1024;
  if (t < 16) cache[n * 16 + t] = key[row * 16 + t];
#ifndef FAULT
  __syncthreads();
#endif
  float s = 0;
  if (t <= n)
    for (int d = 0; d < 16; ++d) s += q[row * 16 + d] * cache[t * 16 + d];
  scores[row * 64 + t] = s;
}
