// Parses strings of twelve letters by the method of Cocke, Younger and Kasami; sets of eight symbols are masks, a block per string.
extern "C" __global__ void parse(unsigned* y, const int* text, const unsigned* letters, const unsigned* rules) {
  __shared__ unsigned table[13][12];
  int t = threadIdx.x;
  for (int length = 0; length < 13; ++length) table[length][t] = 0;
  table[1][t] = letters[text[blockIdx.x * 12 + t]] & 255;
  __syncthreads();
  for (int length = 2; length <= 12; ++length) {
    if (t + length <= 12) {
      unsigned set = 0;
      for (int cut = 1; cut < length; ++cut) {
        unsigned left = table[cut][t], right = table[length - cut][t + cut];
        for (int rule = 0; rule < 16; ++rule) {
          unsigned r = rules[rule];
          if (left >> (r & 7) & right >> (r >> 3 & 7) & 1) set |= 1 << (r >> 6 & 7);
        }
      }
      table[length][t] = set;
    }
    __syncthreads();
  }
  for (int length = 0; length < 13; ++length) y[(blockIdx.x * 13 + length) * 12 + t] = table[length][t];
}
