// Otsu's threshold of two images of 1024 bytes: the grey value that separates two classes of the largest variance between them.
extern "C" __global__ void otsu(int* threshold, const unsigned char* image) {
  __shared__ int histogram[256];
  __shared__ double variance[256];
  int t = threadIdx.x;
  image += blockIdx.x * 1024;
  histogram[t] = 0;
  __syncthreads();
  for (int i = t; i < 1024; i += 256) atomicAdd(&histogram[image[i]], 1);
  __syncthreads();
  long long weight = 0, part = 0, total = 0;
  for (int v = 0; v < 256; ++v) {
    if (v <= t) {
      weight += histogram[v];
      part += v * histogram[v];
    }
    total += v * histogram[v];
  }
  double d = (double)(total * weight - 1024 * part), w = (double)(weight * (1024 - weight));
  variance[t] = w > 0 ? d * d / w : 0;
  __syncthreads();
  if (t == 0) {
    int best = 0;
    for (int v = 1; v < 256; ++v)
      if (variance[v] > variance[best]) best = v;
    threshold[blockIdx.x] = best;
  }
}
