// Sums of the code points of 32 strings of 12 bytes in UTF-8 with sequences of one and three bytes; a cut sequence counts as U+FFFD.
// Fault: a sequence that is cut off by the end of the string is decoded beyond it (out of bounds on global).
extern "C" __global__ void decode(int* y, const unsigned char* text) {
  const unsigned char* s = text + threadIdx.x * 12;
  int sum = 0;
  for (int i = 0; i < 12;) {
    int point = s[i];
    if (point < 0x80) {
      ++i;
#ifndef FAULT
    } else if (i + 3 > 12) {
      point = 0xfffd;
      i = 12;
#endif
    } else {
      point = (point & 15) << 12 | (s[i + 1] & 63) << 6 | (s[i + 2] & 63);
      i += 3;
    }
    sum += point;
  }
  y[threadIdx.x] = sum;
}
