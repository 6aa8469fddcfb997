// Hough transform of 96 points per block into 8 directions x 8 distances, counted in shared memory.
// Fault: votes are counted by a plain increment; points of different threads share a cell (race on shared).
extern "C" __global__ void hough(int* votes, const int2* points) {
  __shared__ int cells[64];
  int t = threadIdx.x;
  if (t < 64) cells[t] = 0;
  __syncthreads();
  int2 p = points[blockIdx.x * 96 + t];
  for (int d = 0; d < 8; ++d) {
    int distance = (p.x * (8 - d) + p.y * d) / 16;
#ifdef FAULT
    ++cells[d * 8 + distance];
#else
    atomicAdd(&cells[d * 8 + distance], 1);
#endif
  }
  __syncthreads();
  if (t < 64) votes[blockIdx.x * 64 + t] = cells[t];
}
