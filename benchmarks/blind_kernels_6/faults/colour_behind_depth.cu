// The nearest of 128 fragments in each of 16 pixels; depth and colour are compared as one word of 64 bits.
// Fault: the depth is compared atomically, but the colour is stored afterwards by a plain store (race on shared).
extern "C" __global__ void draw(unsigned* colour, const unsigned* depth, const unsigned* paint) {
#ifdef FAULT
  __shared__ unsigned nearest[16], shown[16];
#else
  __shared__ unsigned long long nearest[16];
#endif
  int t = threadIdx.x, p = t * 5 % 16;
  if (t < 16) nearest[t] = ~0;
  __syncthreads();
#ifdef FAULT
  if (atomicMin(&nearest[p], depth[t]) > depth[t]) shown[p] = paint[t];
#else
  atomicMin(&nearest[p], (unsigned long long)depth[t] << 32 | paint[t]);
#endif
  __syncthreads();
#ifdef FAULT
  if (t < 16) colour[t] = shown[t];
#else
  if (t < 16) colour[t] = (unsigned)nearest[t];
#endif
}
