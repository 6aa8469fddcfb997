// Edit distances of 32 pairs of strings by Myers' bit vectors: a column of the table in two words.
extern "C" __global__ void distance(int* y, const unsigned char* p, const unsigned char* s) {
  int t = threadIdx.x;
  unsigned peq[4] = {0, 0, 0, 0};
  for (int i = 0; i < 32; ++i) peq[p[t * 32 + i]] |= 1u << i;
  unsigned pv = ~0u, mv = 0;
  int score = 32;
  for (int j = 0; j < 40; ++j) {
    unsigned eq = peq[s[t * 40 + j]];
    unsigned xv = eq | mv, xh = ((eq & pv) + pv) ^ pv | eq;
    unsigned ph = mv | ~(xh | pv), mh = pv & xh;
    if (ph >> 31) ++score;
    if (mh >> 31) --score;
    ph = ph << 1 | 1;
    mh <<= 1;
    pv = mh | ~(xv | ph);
    mv = ph & xv;
  }
  y[t] = score;
}
