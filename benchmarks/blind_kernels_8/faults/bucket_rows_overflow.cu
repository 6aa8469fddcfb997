// Each of four warps keeps the odd ones of its 32 values, at most 16, in its row of shared memory; rows are then written out.
// Fault: the limit of 16 is not applied when values are kept, so that they run into the next warp's row (overrun, data race).
__global__ void keep(int* y, int* kept, const int* x) {
  __shared__ int row[5][16];
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  if (lane < 16) row[warp][lane] = 0;
  if (warp == 0 && lane < 16) row[4][lane] = 0;
  __syncthreads();
  const int v = x[threadIdx.x];
  const unsigned odd = __ballot_sync(~0u, v & 1);
  const int place = __popc(odd & ((1u << lane) - 1));
#ifdef FAULT
  if (v & 1) (&row[0][0])[warp * 16 + place] = v;
#else
  if ((v & 1) && place < 16) (&row[0][0])[warp * 16 + place] = v;
#endif
  __syncthreads();
  if (lane < 16) y[warp * 16 + lane] = row[warp][lane];
  if (lane == 0) kept[warp] = min(__popc(odd), 16);
}
