// The largest exclusive or of each of 64 numbers with any number of its block's 32, by a binary trie of ten levels in shared memory.
__global__ void trie(int* y, const int* keys, const int* x) {
  __shared__ int present[2048];  // node k has the children 2 k and 2 k + 1
  const int t = threadIdx.x;
  for (int i = t; i < 2048; i += 64) present[i] = 0;
  __syncthreads();
  if (t < 32) {
    const int k = keys[blockIdx.x * 32 + t];
    for (int node = 1024 + k; node; node >>= 1) atomicExch(&present[node], 1);
  }
  __syncthreads();
  const int v = x[blockIdx.x * 64 + t];
  int node = 1;
  for (int bit = 9; bit >= 0; bit--) {
    node = node * 2 + (v >> bit & 1 ^ 1);
    if (!present[node]) node ^= 1;
  }
  y[blockIdx.x * 64 + t] = v ^ (node - 1024);
}
