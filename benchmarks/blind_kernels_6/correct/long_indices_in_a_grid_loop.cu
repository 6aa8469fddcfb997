// Hashes of the indices i * 5000000011 (beyond 32 bits) for 1000 numbers i, in a grid-stride loop with long indices.
extern "C" __global__ void hashes(unsigned long long* y, long long n, long long stride) {
  for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += (long long)gridDim.x * blockDim.x) {
    unsigned long long h = (unsigned long long)(i * stride);
    h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9ull;
    h = (h ^ h >> 27) * 0x94d049bb133111ebull;
    y[i] = h ^ h >> 31;
  }
}
