// The permutation of twelve things with a given number in lexicographic order, by factorial digits and a local list.
extern "C" __global__ void unrank(unsigned char* y, const unsigned* number) {
  int row = blockIdx.x * 32 + threadIdx.x;
  unsigned rest = number[row], factorial = 39916800;
  unsigned char list[12];
  for (int i = 0; i < 12; ++i) list[i] = i;
  for (int i = 0; i < 12; ++i) {
    int place = rest / factorial;
    rest %= factorial;
    if (i < 11) factorial /= 11 - i;
    y[row * 12 + i] = list[place];
    for (int j = place; j < 11 - i; ++j) list[j] = list[j + 1];
  }
}
