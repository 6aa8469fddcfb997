// Each warp stores four 8 x 8 matrices of 16-bit words to shared memory by stmatrix; each lane then writes a whole row of 16 bytes.
// Fault: no __syncwarp between the stmatrix and reading rows that other lanes' registers have filled (race within a warp).
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
extern "C" __global__ void rows(int4* y, const int* x) {
  __shared__ alignas(16) int4 tile[2][32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  x += (blockIdx.x * 2 + warp) * 128;
  // Word w of row r of matrix m is x[m * 32 + r * 4 + w]
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};"
               ::"r"(shared_address(&tile[warp][lane])), "r"(x[lane]), "r"(x[32 + lane]), "r"(x[64 + lane]), "r"(x[96 + lane]) : "memory");
#ifndef FAULT
  __syncwarp();
#endif
  y[(blockIdx.x * 2 + warp) * 32 + lane] = tile[warp][lane];
}
