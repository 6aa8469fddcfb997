// Each thread writes 8 numbers as Elias gamma codes into its own words of a stream, and then reads them back.
extern "C" __global__ void round_trip(unsigned* decoded, unsigned* stream, int* bits, const unsigned* x) {
  int t = threadIdx.x, at = 0;
  unsigned* words = stream + t * 8;
  for (int i = 0; i < 8; ++i) {
    unsigned v = x[t * 8 + i];
    int n = 31 - __clz(v);
    at += n;
    for (int b = n; b >= 0; --b, ++at) words[at / 32] |= (v >> b & 1) << at % 32;
  }
  bits[t] = at;
  at = 0;
  for (int i = 0; i < 8; ++i) {
    int n = 0;
    while (!(words[at / 32] >> at % 32 & 1)) ++n, ++at;
    unsigned v = 0;
    for (int b = 0; b <= n; ++b, ++at) v = v << 1 | (words[at / 32] >> at % 32 & 1);
    decoded[t * 8 + i] = v;
  }
}
