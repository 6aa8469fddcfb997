// Four red-black Gauss-Seidel sweeps over a line of 66 cells with fixed ends, in place.
// Fault: the colour is taken from the thread's and the cell's number, whose sum is always odd, so all cells are updated at once (race).
extern "C" __global__ void relax(float* u) {
  int c = threadIdx.x + 1;
  for (int sweep = 0; sweep < 4; ++sweep)
    for (int colour = 0; colour < 2; ++colour) {
#ifdef FAULT
      if ((threadIdx.x + c + colour) % 2 == 1) u[c] = 0.5f * (u[c - 1] + u[c + 1]);
#else
      if (c % 2 == colour) u[c] = 0.5f * (u[c - 1] + u[c + 1]);
#endif
      __syncthreads();
    }
}
