// 32 words of four letters go into a trie in shared memory at once; a child that is being made is locked by -1.
extern "C" __global__ void insert(int* equal, int* nodes, const int* words) {
  __shared__ int child[160][4], count[160], used;
  int t = threadIdx.x;
  for (int i = t; i < 640; i += 32) child[i / 4][i % 4] = 0;
  for (int i = t; i < 160; i += 32) count[i] = 0;
  if (t == 0) used = 1;
  __syncwarp();
  int node = 0;
  for (int k = 0; k < 4; ++k) {
    int* cell = &child[node][words[t * 4 + k] & 3];
    while (true) {
      int next = atomicCAS(cell, 0, -1);
      if (next == 0) {
        next = atomicAdd(&used, 1);
        atomicExch(cell, next);
      }
      if (next > 0) {
        node = next;
        break;
      }
    }
  }
  atomicAdd(&count[node], 1);
  __syncwarp();
  equal[t] = count[node];
  if (t == 0) *nodes = used;
}
