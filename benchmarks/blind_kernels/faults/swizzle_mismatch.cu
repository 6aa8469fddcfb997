// Transpose of 32 x 32 tiles in shared memory without padding: column c of row r is kept at c ^ r.
// Fault: the reader uses c ^ (r / 2), another permutation than the writer's (wrong swizzle).
extern "C" __global__ void transpose(float* y, const float* x) {
  __shared__ float s[32 * 32];
  int tx = threadIdx.x;
  const float* src = x + blockIdx.x * 1024;
  float* dst = y + blockIdx.x * 1024;
  for (int r = threadIdx.y; r < 32; r += 8) s[r * 32 + (tx ^ r)] = src[r * 32 + tx];
  __syncthreads();
  for (int r = threadIdx.y; r < 32; r += 8) {
#ifdef FAULT
    dst[r * 32 + tx] = s[tx * 32 + (r ^ (tx / 2))];
#else
    dst[r * 32 + tx] = s[tx * 32 + (r ^ tx)];
#endif
  }
}
