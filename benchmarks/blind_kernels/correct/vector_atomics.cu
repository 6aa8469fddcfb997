// Atomic additions of two and four floats at once on global memory, and of doubles on shared memory.
extern "C" __global__ void add(float4* quads, float2* pairs, double* total, const float4* x) {
  __shared__ double sum;
  int i = blockIdx.x * 64 + threadIdx.x;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  float4 v = x[i];
  atomicAdd(&quads[i % 8], v);
  atomicAdd(&pairs[i * 3 % 16], make_float2(v.x - v.y, v.z - v.w));
  atomicAdd(&sum, (double)v.x * v.w);
  __syncthreads();
  if (threadIdx.x == 0) total[blockIdx.x] = sum;
}
