// Crossing numbers of 128 points and a star of 12 corners in integers; the answers of a warp are one word of bits.
extern "C" __global__ void test_points(unsigned* inside, const int2* point, const int2* corner) {
  __shared__ int2 c[13];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (t < 12) c[t] = corner[t];
  if (t == 12) c[12] = corner[0];
  __syncthreads();
  int2 p = point[i];
  bool in = false;
  for (int k = 0; k < 12; ++k) {
    int2 a = c[k], b = c[k + 1];
    if ((a.y > p.y) != (b.y > p.y)) {
      int side = (b.x - a.x) * (p.y - a.y) - (p.x - a.x) * (b.y - a.y);
      in ^= b.y > a.y ? side > 0 : side < 0;
    }
  }
  unsigned word = __ballot_sync(~0u, in);
  if (t % 32 == 0) inside[i / 32] = word;
}
