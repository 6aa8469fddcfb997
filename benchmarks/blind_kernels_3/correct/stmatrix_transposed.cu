// Four 8 x 8 matrices of 16-bit words go from registers to shared memory by stmatrix with transposition.
__device__ __forceinline__ unsigned smem(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
extern "C" __global__ void transpose(unsigned* y, const unsigned* x) {
  __shared__ alignas(16) unsigned s[32][4];
  int lane = threadIdx.x;
  asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(smem(s[lane])),
               "r"(x[lane]), "r"(x[32 + lane]), "r"(x[64 + lane]), "r"(x[96 + lane]) : "memory");
  __syncwarp();
  for (int k = 0; k < 4; ++k) y[k * 32 + lane] = s[k * 8 + lane / 4][lane % 4];
}
