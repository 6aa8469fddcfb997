// Exclusive scan of 1024 integers per block: four per thread in registers, shuffles, one word per warp in shared.
extern "C" __global__ void scan(int* y, const int* x) {
  __shared__ int totals[8];
  int t = threadIdx.x, lane = t & 31, warp = t >> 5;
  int4 v = reinterpret_cast<const int4*>(x)[blockIdx.x * 256 + t];
  int a = v.x, b = a + v.y, c = b + v.z, d = c + v.w, s = d;
#pragma unroll
  for (int o = 1; o < 32; o *= 2) {
    int left = __shfl_up_sync(0xffffffffu, s, o);
    if (lane >= o) s += left;
  }
  if (lane == 31) totals[warp] = s;
  __syncthreads();
  if (warp == 0) {
    int w = lane < 8 ? totals[lane] : 0, sum = w;
    for (int o = 1; o < 8; o *= 2) {
      int left = __shfl_up_sync(0xffffffffu, sum, o);
      if (lane >= o) sum += left;
    }
    if (lane < 8) totals[lane] = sum - w;
  }
  __syncthreads();
  int before = totals[warp] + s - d;
  reinterpret_cast<int4*>(y)[blockIdx.x * 256 + t] = make_int4(before, before + a, before + b, before + c);
}
