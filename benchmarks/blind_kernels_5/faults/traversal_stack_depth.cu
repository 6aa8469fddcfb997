// Walks a binary tree of eight inner nodes with a stack in a local array and adds up the leaves that a thread accepts.
// Fault: the stack is made for a balanced tree, but this one is a chain (out of bounds on local memory).
#ifdef FAULT
#define DEPTH 5
#else
#define DEPTH 9
#endif
extern "C" __global__ void walk(int* y, const int* left, const int* right, const int* leaf) {
  int stack[DEPTH], top = 0, sum = 0;
  stack[top++] = 0;
  while (top > 0) {
    int node = stack[--top];
    if (node < 0) {
      if ((~node + threadIdx.x) % 3 != 0) sum += leaf[~node];
    } else {
      stack[top++] = right[node];
      stack[top++] = left[node];
    }
  }
  y[threadIdx.x] = sum;
}
