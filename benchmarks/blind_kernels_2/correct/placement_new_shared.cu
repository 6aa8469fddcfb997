// Objects built in raw shared memory by placement new, with constructors, references to each other and destructors.
__device__ __forceinline__ void* operator new(decltype(sizeof 0), void* p, int) noexcept { return p; }
struct Node {
  float v;
  const Node* next;
  __device__ Node(float a, const Node* n) : v(a), next(n) {}
  __device__ float two() const { return v + next->v; }
};
extern "C" __global__ void build(float* y, const float* x) {
  __shared__ alignas(16) unsigned char raw[32 * sizeof(Node)];
  int t = threadIdx.x;
  Node* nodes = (Node*)raw;
  Node* mine = new (nodes + t, 0) Node(x[blockIdx.x * 32 + t] * 2, nodes + (t + 5) % 32);
  __syncthreads();
  y[blockIdx.x * 32 + t] = mine->two() - mine->next->next->v;
}
