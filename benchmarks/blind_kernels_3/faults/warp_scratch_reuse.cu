// Each warp transposes 4 x 8 words through its own scratch, four times.
// Fault: no __syncwarp after the reads, so a lane's next store may pass another lane's read (race within a warp).
extern "C" __global__ void transpose(int* y, const int* x) {
  __shared__ int s[2][32];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int k = 0; k < 4; ++k) {
    int i = (w * 4 + k) * 32 + lane;
    s[w][lane] = x[i];
    __syncwarp();
    y[i] = s[w][lane % 4 * 8 + lane / 4];
#ifndef FAULT
    __syncwarp();
#endif
  }
}
