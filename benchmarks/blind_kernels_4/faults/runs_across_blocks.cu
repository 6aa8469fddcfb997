// Sums of values with equal keys; keys are sorted. The first thread of a run adds up the run's part in its block.
// Fault: a run that begins inside a block is stored plainly, though its rest in the next block is added atomically (race on global).
extern "C" __global__ void reduce_by_key(int* sums, const int* keys, const int* x) {
  __shared__ int k[64], v[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  k[t] = keys[i];
  v[t] = x[i];
  __syncthreads();
  if (t > 0 && k[t - 1] == k[t]) return;
  int sum = 0;
  for (int j = t; j < 64 && k[j] == k[t]; ++j) sum += v[j];
#ifdef FAULT
  if (t > 0) sums[k[t]] = sum;
  else atomicAdd(&sums[k[t]], sum);
#else
  atomicAdd(&sums[k[t]], sum);
#endif
}
