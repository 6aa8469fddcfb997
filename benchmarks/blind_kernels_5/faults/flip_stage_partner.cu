// Sorts 64 integers per block by a bitonic network in which all exchanges go the same way; a merge begins with mirrored partners.
// Fault: the first step of a merge uses the partner at half the length, not the mirrored one (wrong network, not sorted).
extern "C" __global__ void sort(int* y, const int* x) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = x[blockIdx.x * 64 + t];
  for (int length = 2; length <= 64; length *= 2) {
    for (int distance = length / 2; distance > 0; distance /= 2) {
      int partner = t ^ distance;
#ifndef FAULT
      if (distance == length / 2) partner = t ^ (length - 1);
#endif
      __syncthreads();
      if (t < partner && s[t] > s[partner]) {
        int v = s[t];
        s[t] = s[partner];
        s[partner] = v;
      }
    }
  }
  __syncthreads();
  y[blockIdx.x * 64 + t] = s[t];
}
