// The reversible 5/3 wavelet (LeGall) of 128 integers per block by lifting, three levels in shared memory, and its inverse.
__global__ void wavelet(int* coefficients, int* back, const int* x) {
  __shared__ int v[128];
  const int t = threadIdx.x;
  v[t] = x[blockIdx.x * 128 + t];
  v[t + 64] = x[blockIdx.x * 128 + t + 64];
  for (int s = 1; s <= 4; s *= 2) {  // even elements are multiples of 2 s, odd ones lie between them
    const int n = 64 / s, odd = (2 * t + 1) * s, even = 2 * t * s;
    __syncthreads();
    if (t < n) v[odd] -= (v[even] + v[t + 1 < n ? even + 2 * s : even]) >> 1;
    __syncthreads();
    if (t < n) v[even] += (v[t ? odd - 2 * s : odd] + v[odd] + 2) >> 2;
  }
  __syncthreads();
  coefficients[blockIdx.x * 128 + t] = v[t];
  coefficients[blockIdx.x * 128 + t + 64] = v[t + 64];
  for (int s = 4; s >= 1; s /= 2) {
    const int n = 64 / s, odd = (2 * t + 1) * s, even = 2 * t * s;
    __syncthreads();
    if (t < n) v[even] -= (v[t ? odd - 2 * s : odd] + v[odd] + 2) >> 2;
    __syncthreads();
    if (t < n) v[odd] += (v[even] + v[t + 1 < n ? even + 2 * s : even]) >> 1;
  }
  __syncthreads();
  back[blockIdx.x * 128 + t] = v[t];
  back[blockIdx.x * 128 + t + 64] = v[t + 64];
}
