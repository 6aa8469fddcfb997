// Writes numbers from 1 to 3999 as Roman numerals, right-padded with spaces to 16 letters; values and letters are in constant memory.
__constant__ int values[13] = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
__constant__ char letters[13][3] = {"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"};
__global__ void roman(char* y, const int* x) {
  char* text = y + threadIdx.x * 16;
  int v = x[threadIdx.x], n = 0;
  for (int k = 0; k < 13; k++)
    while (v >= values[k]) {
      v -= values[k];
      for (int c = 0; letters[k][c]; c++) text[n++] = letters[k][c];
    }
  while (n < 16) text[n++] = ' ';
}
