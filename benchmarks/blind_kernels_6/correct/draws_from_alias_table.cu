// Draws 256 times from 16 outcomes with an alias table: a hash gives the column and the fraction; draws are counted.
extern "C" __global__ void draw_all(unsigned* count, unsigned char* draw, const unsigned* threshold, const unsigned char* alias) {
  __shared__ unsigned here[16];
  unsigned t = threadIdx.x, i = blockIdx.x * 64 + t, h = i * 2654435761u + 12345;
  if (t < 16) here[t] = 0;
  __syncthreads();
  h ^= h >> 15;
  h *= 2246822519u;
  h ^= h >> 13;
  unsigned column = h >> 28, pick = (h & 0xfffffff) < threshold[column] ? column : alias[column];
  draw[i] = (unsigned char)pick;
  atomicAdd(&here[pick], 1u);
  __syncthreads();
  if (t < 16 && here[t] > 0) atomicAdd(&count[t], here[t]);
}
