// Smooths four lines of 64 cells in place, a block per line; ends are held fixed.
// Fault: only the ends of the whole array are held fixed, so a block reads a cell that its neighbour overwrites.
extern "C" __global__ void smooth(float* u) {
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  for (int step = 0; step < 3; ++step) {
#ifdef FAULT
    bool inner = i > 0 && i < 255;
#else
    bool inner = t > 0 && t < 63;
#endif
    float v = inner ? 0.25f * u[i - 1] + 0.5f * u[i] + 0.25f * u[i + 1] : u[i];
    __syncthreads();
    u[i] = v;
    __syncthreads();
  }
}
