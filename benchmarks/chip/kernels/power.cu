extern "C" __global__ void __launch_bounds__(256)
load(unsigned long long* out, const char* data, int turns, int pause, int bytes, int together,
     long long region) {
  extern __shared__ __align__(1024) char shared[];
  __shared__ unsigned long long bars[4];
  unsigned long long start, began, end, ended;
  const unsigned thread = threadIdx.x;
  long long from = (long long)(blockIdx.x / together) * turns * bytes % region;
  float c[128];
  for (int i = 0; i < 128; i++) c[i] = 0;
  for (int i = thread; i < 4 * 12288; i += 256)
    ((unsigned*)shared)[i] = ((const unsigned*)data)[i];
  if (thread < 4) init(place(&bars[thread]), 1);
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  READ(start, began)
#pragma unroll 1
  for (int i = 0; i < turns; i++) {
    const unsigned slot = place(shared) + (i + 1) % 4 * 49152;
    if (bytes && thread == 0) {
      if (from + bytes > region) from = 0;
      if (i >= 3) while (!done(place(&bars[(i + 1) % 4]), (i - 3) / 4 & 1));
      asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;"
                   :: "r"(place(&bars[i % 4])), "r"(bytes) : "memory");
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                   "[%0], [%1], %2, [%3];" :: "r"(place(shared) + i % 4 * 49152),
                   "l"(data + from), "r"(bytes), "r"(place(&bars[i % 4])) : "memory");
      from += bytes;
    }
    <products>
    unsigned then, now;
    NOW(then)
    do NOW(now) while (now - then < pause);
  }
  READ(end, ended)
  if (bytes && thread == 0)
    for (int i = turns - 3; i < turns; i++) while (!done(place(&bars[i % 4]), i / 4 & 1));
  float s = 0;
  for (int i = 0; i < 128; i++) s += c[i];
  if (s == 1234.5f) out[0] = 1;
  __syncthreads();
  if (thread == 0) {
    out[2 * blockIdx.x] = end - start;
    out[2 * blockIdx.x + 1] = ended - began;
  }
}
