// Radix sort of 128 keys by their low four bits, one split per bit; the order of equal keys is kept.
// Fault: the number of zeros leaves out the last key, so ones land one place too low (wrong scatter).
extern "C" __global__ void radix_split(unsigned* y, const unsigned* x) {
  __shared__ unsigned key[128];
  __shared__ int scan[128];
  int t = threadIdx.x;
  key[t] = x[blockIdx.x * 128 + t];
  for (int bit = 0; bit < 4; ++bit) {
    __syncthreads();
    unsigned k = key[t];
    int zero = !(k >> bit & 1);
    scan[t] = zero;
    __syncthreads();
    for (int d = 1; d < 128; d *= 2) {
      int v = t >= d ? scan[t - d] : 0;
      __syncthreads();
      scan[t] += v;
      __syncthreads();
    }
    int before = scan[t] - zero;
#ifdef FAULT
    int zeros = scan[126];
#else
    int zeros = scan[127];
#endif
    key[zero ? before : zeros + t - before] = k;
  }
  __syncthreads();
  y[blockIdx.x * 128 + t] = key[t];
}
