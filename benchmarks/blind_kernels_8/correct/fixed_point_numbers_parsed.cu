// Parses 64 decimal numbers of twelve characters, with an optional sign and point and spaces behind, to thousandths.
__global__ void parse(int* y, const char* text) {
  const char* s = text + threadIdx.x * 12;
  int i = 0, v = 0, places = -1;
  const bool negative = s[0] == '-';
  if (s[0] == '-' || s[0] == '+') i++;
  for (; i < 12 && s[i] != ' '; i++) {
    if (s[i] == '.') {
      places = 0;
    } else if (places < 3) {
      v = v * 10 + (s[i] - '0');
      if (places >= 0) places++;
    }
  }
  for (places = max(places, 0); places < 3; places++) v *= 10;
  y[threadIdx.x] = negative ? -v : v;
}
