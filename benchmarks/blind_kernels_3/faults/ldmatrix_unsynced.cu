// A warp stores 32 rows of 16 bytes and reads them back as four 8 x 8 fragments by ldmatrix.
// Fault: __syncwarp between the stores and the ldmatrix is missing (race within a warp).
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void ldmatrix_x4(unsigned* r, unsigned a) { asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(a) : "memory"); }
extern "C" __global__ void fragments(unsigned* y, const unsigned* x) {
  __shared__ alignas(16) unsigned s[32][4];
  int lane = threadIdx.x;
  for (int k = 0; k < 4; ++k) s[31 - lane][k] = x[(31 - lane) * 4 + k];
#ifndef FAULT
  __syncwarp();
#endif
  unsigned r[4];
  ldmatrix_x4(r, smem(s[lane]));
  for (int k = 0; k < 4; ++k) y[k * 32 + lane] = r[k];
}
