// 64-bit atomics: minimum, maximum, and, or, xor, sum; and counters by atomicInc and atomicDec that wrap.
extern "C" __global__ void all_kinds(unsigned long long* y, unsigned* w, const unsigned long long* x) {
  unsigned long long v = x[blockIdx.x * 64 + threadIdx.x];
  atomicMin(&y[0], v);
  atomicMax(&y[1], v);
  atomicAnd(&y[2], v | 0xffff);
  atomicOr(&y[3], v & 0xff00ff00ff);
  atomicXor(&y[4], v);
  atomicAdd(&y[5], v);
  atomicInc(&w[0], 49);
  atomicDec(&w[1], 49);
  atomicSub(&w[2], 3u);
}
