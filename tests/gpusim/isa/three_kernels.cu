__constant__ float table[16] = {1, 2, 3};
__device__ int counter[4];
__device__ float begun[4] = {5, 6, 7, 8};
__device__ float* pointer = begun + 1;
extern "C" __global__ void __launch_bounds__(128, 2)
first(const __grid_constant__ CUtensorMap map, float* out, int n, short s) {
  __shared__ float tile[64];
  float local[32];
  for (int i = 0; i < 32; i++) local[i * n & 31] = out[i];
  tile[threadIdx.x % 64] = table[n] + counter[n % 4] + *pointer + s + map.opaque[n];
  __syncthreads();
  out[n] = tile[(threadIdx.x + n) % 64] + local[n];
}
extern "C" __global__ void __cluster_dims__(2, 1, 1) second(double* out) {
  atomicAdd(&counter[1], 1);
  out[threadIdx.x] = 1;
}
extern "C" __global__ void __block_size__((64, 2, 1)) third(float* out, int n) {
  switch (n + threadIdx.x) {
    case 0: out[0] = 1; break;
    case 1: out[1] = out[2] * out[3]; break;
    case 2: out[5] = sqrtf(out[4]); break;
    case 3: __syncthreads(); break;
    case 4: out[6] = logf(out[4]); break;
    case 5: out[7] = expf(out[4]); break;
    case 6: printf("%d", n);
  }
}
