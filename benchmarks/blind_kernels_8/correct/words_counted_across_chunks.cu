// Numbers of words and the length of the longest one in a text of 1024 letters and spaces; threads have chunks of 16.
__global__ void words(int* y, const unsigned char* text) {
  __shared__ int count, longest;
  const int t = threadIdx.x;
  if (t == 0) count = longest = 0;
  __syncthreads();
  int n = 0, best = 0;
  for (int i = t * 16; i < t * 16 + 16; i++)
    if (text[i] != ' ' && (i == 0 || text[i - 1] == ' ')) {  // the thread follows a word that begins in its chunk to its end
      int end = i;
      while (end < 1024 && text[end] != ' ') end++;
      n++;
      best = max(best, end - i);
    }
  n = __reduce_add_sync(~0u, n);
  best = __reduce_max_sync(~0u, best);
  if ((t & 31) == 0) {
    atomicAdd(&count, n);
    atomicMax(&longest, best);
  }
  __syncthreads();
  if (t == 0) {
    y[0] = count;
    y[1] = longest;
  }
}
