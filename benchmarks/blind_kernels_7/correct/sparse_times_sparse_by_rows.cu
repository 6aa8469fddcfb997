// Sparse times sparse: a warp per row adds up a dense row in shared memory, an entry of A at a time, and counts nonzeros.
extern "C" __global__ void multiply(int* c, int* nonzeros, const int* start, const int* column, const int* value) {
  __shared__ int rows[2][48];
  int lane = threadIdx.x % 32, w = threadIdx.x / 32, r = blockIdx.x * 2 + w;
  int* acc = rows[w];
  for (int k = lane; k < 48; k += 32) acc[k] = 0;
  __syncwarp();
  for (int i = start[r]; i < start[r + 1]; ++i) {
    int a = value[i], m = column[i];
    for (int k = start[m] + lane; k < start[m + 1]; k += 32) atomicAdd(&acc[column[k]], a * value[k]);
    __syncwarp();
  }
  int n = 0;
  for (int k = 0; k < 64; k += 32) {
    bool in = k + lane < 48;
    int v = in ? acc[k + lane] : 0;
    if (in) c[r * 48 + k + lane] = v;
    n += __popc(__ballot_sync(~0u, v != 0));
  }
  if (lane == 0) nonzeros[r] = n;
}
