// Walks an implicit binary tree of 63 nodes with an explicit stack in a local array instead of recursion.
extern "C" __global__ void walk(int* visited, int* sum, const int* keys) {
  int t = blockIdx.x * 32 + threadIdx.x;
  unsigned char stack[8];
  int top = 0, count = 0, total = 0;
  stack[top++] = 0;
  while (top > 0) {
    int node = stack[--top];
    int key = keys[node];
    ++count;
    total += key * count;
    int left = 2 * node + 1;
    if (left < 63) {
      if (((key ^ (t >> (node & 3))) & 1) != 0) stack[top++] = (unsigned char)(left + 1);
      if ((t + node) % 3 != 0) stack[top++] = (unsigned char)left;
    }
  }
  visited[t] = count;
  sum[t] = total;
}
