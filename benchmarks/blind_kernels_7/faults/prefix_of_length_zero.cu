// Longest prefix match of 128 addresses in a table of 12 routes; the default route has length 0.
// Fault: the mask is shifted by 32 - length modulo 32, which is 0 for the default route (wrong value).
extern "C" __global__ void route(int* y, const unsigned* address, const unsigned* prefix, const int* length) {
  int i = blockIdx.x * 64 + threadIdx.x, best = -1, found = -1;
  unsigned a = address[i];
  for (int k = 0; k < 12; ++k) {
#ifdef FAULT
    unsigned mask = ~0u << (32 - length[k] & 31);
#else
    unsigned mask = length[k] ? ~0u << (32 - length[k]) : 0;
#endif
    if (((a ^ prefix[k]) & mask) == 0 && length[k] > best) {
      best = length[k];
      found = k;
    }
  }
  y[i] = found;
}
