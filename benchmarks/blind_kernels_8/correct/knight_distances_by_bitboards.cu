// The number of moves of a knight from one square to another on a board of 8 x 8, by sets of squares as words of 64 bits.
__device__ unsigned long long moves(unsigned long long s) {
  const unsigned long long a = ~0x0101010101010101ull, b = ~0x0303030303030303ull;  // without the files a, and a and b
  const unsigned long long g = ~0xc0c0c0c0c0c0c0c0ull, h = ~0x8080808080808080ull;
  return (s << 17 & a) | (s << 10 & b) | (s >> 6 & b) | (s >> 15 & a) | (s << 15 & h) | (s << 6 & g) | (s >> 10 & g) |
         (s >> 17 & h);
}
__global__ void knights(int* y, const int* from, const int* to) {
  const int t = threadIdx.x;
  unsigned long long reached = 1ull << from[t];
  int n = 0;
  for (; !(reached >> to[t] & 1); n++) reached |= moves(reached);
  y[t] = n;
}
