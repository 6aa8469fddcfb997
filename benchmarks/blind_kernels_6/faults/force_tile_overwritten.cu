// Softened pair forces in the plane: the block stages 64 bodies at a time in shared memory.
// Fault: the next tile is staged while slower warps still sum over the previous tile (race on shared).
extern "C" __global__ void forces(float2* force, const float2* body) {
  __shared__ float2 tile[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  float2 me = body[i], sum = make_float2(0, 0);
  for (int first = 0; first < 128; first += 64) {
    tile[threadIdx.x] = body[first + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j) {
      float dx = tile[j].x - me.x, dy = tile[j].y - me.y;
      float w = 1 / (dx * dx + dy * dy + 0.5f);
      sum.x += w * dx;
      sum.y += w * dy;
    }
#ifndef FAULT
    __syncthreads();
#endif
  }
  force[i] = sum;
}
