// Transposes 8 x 8 matrices of 16-bit words, which are spread over the registers of a warp, by movmatrix; twice gives them back.
extern "C" __global__ void transpose(unsigned* y, unsigned* z, const unsigned* x) {
  int i = blockIdx.x * 32 + threadIdx.x;
  unsigned once, twice, v = x[i];
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(once) : "r"(v));
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(twice) : "r"(once));
  y[i] = once;
  z[i] = twice + 1;
}
