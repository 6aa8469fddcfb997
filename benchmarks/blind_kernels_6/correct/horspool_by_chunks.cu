// Each thread finds the first match that begins in its 32 letters by Horspool's method, with a table in shared memory.
extern "C" __global__ void find(int* first, const unsigned char* text, const unsigned char* pattern) {
  __shared__ unsigned char skip[256], p[6];
  int t = threadIdx.x;
  for (int i = t; i < 256; i += 32) skip[i] = 6;
  if (t < 6) p[t] = pattern[t];
  __syncthreads();
  if (t == 0)
    for (int i = 0; i < 5; ++i) skip[p[i]] = 5 - i;
  __syncthreads();
  int begin = (blockIdx.x * 32 + t) * 32, end = min(begin + 32, 2048 - 5), found = -1;
  for (int at = begin; at < end; at += skip[text[at + 5]]) {
    int i = 5;
    while (i >= 0 && text[at + i] == p[i]) --i;
    if (i < 0) {
      found = at;
      break;
    }
  }
  first[blockIdx.x * 32 + t] = found;
}
