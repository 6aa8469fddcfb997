// Each warp transposes 16 x 16 words of 16 bits: ldmatrix reads four 8 x 8 matrices, stmatrix writes each transposed to its new place.
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
extern "C" __global__ void transpose(uint4* y, const uint4* x) {
  __shared__ alignas(16) unsigned short in[2][16][16], out[2][16][16];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, i = (blockIdx.x * 2 + warp) * 32 + lane;
  int m = lane / 8, r = lane % 8;
  ((uint4*)in[warp])[lane] = x[i];
  __syncwarp();
  unsigned v0, v1, v2, v3;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(v0), "=r"(v1), "=r"(v2), "=r"(v3) : "r"(shared_address(&in[warp][m / 2 * 8 + r][m % 2 * 8])) : "memory");
  asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};"
               ::"r"(shared_address(&out[warp][m % 2 * 8 + r][m / 2 * 8])), "r"(v0), "r"(v1), "r"(v2), "r"(v3) : "memory");
  __syncwarp();
  y[i] = ((uint4*)out[warp])[lane];
}
