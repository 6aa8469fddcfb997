// Packs the zigzag differences of 32 sorted numbers with as many bits as the largest needs; shared words by atomics.
extern "C" __global__ void pack(unsigned* packed, int* width, const int* x) {
  __shared__ unsigned words[33];
  int lane = threadIdx.x, v = x[blockIdx.x * 32 + lane], before = __shfl_up_sync(~0u, v, 1);
  int d = lane == 0 ? 0 : v - before;
  unsigned z = (unsigned)d << 1 ^ (unsigned)(d >> 31);
  int w = 32 - __clz(__reduce_or_sync(~0u, z));
  words[lane] = 0;
  if (lane == 0) words[32] = 0;
  __syncwarp();
  unsigned long long placed = (unsigned long long)z << lane * w % 32;
  atomicOr(&words[lane * w / 32], (unsigned)placed);
  atomicOr(&words[lane * w / 32 + 1], (unsigned)(placed >> 32));
  __syncwarp();
  if (lane < w) packed[blockIdx.x * 32 + lane] = words[lane];
  if (lane == 0) width[blockIdx.x] = w;
}
