// The inner nodes of a binary radix tree over 32 sorted keys, all at once (Karras); a leaf is the complement of its place.
__device__ int common(const unsigned* k, int i, int j) { return j < 0 || j > 31 ? -1 : __clz(k[i] ^ k[j]); }
extern "C" __global__ void build(int* left, int* right, const unsigned* keys) {
  __shared__ unsigned k[32];
  int i = threadIdx.x;
  k[i] = keys[i];
  __syncwarp();
  if (i == 31) return;
  int d = common(k, i, i + 1) > common(k, i, i - 1) ? 1 : -1, least = common(k, i, i - d), reach = 2;
  while (common(k, i, i + reach * d) > least) reach *= 2;
  int length = 0;
  for (int step = reach / 2; step > 0; step /= 2)
    if (common(k, i, i + (length + step) * d) > least) length += step;
  int end = i + length * d, prefix = common(k, i, end), split = 0;
  for (int step = 32; step > 0; step /= 2)
    if (split + step <= length && common(k, i, i + (split + step) * d) > prefix) split += step;
  int cut = i + split * d + min(d, 0);
  left[i] = min(i, end) == cut ? ~cut : cut;
  right[i] = max(i, end) == cut + 1 ? ~(cut + 1) : cut + 1;
}
