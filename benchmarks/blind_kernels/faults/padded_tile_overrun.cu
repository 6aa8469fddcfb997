// Transpose of a 64 x 64 matrix through a dynamic shared tile of 32 x 32 floats, 4096 bytes.
// Fault: rows are padded to 33 but the launch provides space for 32, so the last rows lie behind the allocation.
extern "C" __global__ void transpose(float* y, const float* x) {
  extern __shared__ float tile[];
  int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * 32, y0 = blockIdx.y * 32;
#ifdef FAULT
  auto at = [](int r, int c) { return r * 33 + c; };
#else
  auto at = [](int r, int c) { return r * 32 + (r ^ c); };
#endif
  for (int r = ty; r < 32; r += 8) tile[at(r, tx)] = x[(y0 + r) * 64 + x0 + tx];
  __syncthreads();
  for (int r = ty; r < 32; r += 8) y[(x0 + r) * 64 + y0 + tx] = tile[at(tx, r)];
}
