// Counts the solutions of 4 x 4 sudokus, one per thread, by backtracking with masks and an explicit stack.
extern "C" __global__ void solve(int* solutions, const unsigned long long* given) {
  unsigned long long g = given[threadIdx.x];
  unsigned rows[4] = {}, columns[4] = {}, boxes[4] = {};
  signed char digit[16], fixed[16];
  for (int i = 0; i < 16; ++i) {
    int d = (int)(g >> i * 4 & 15) - 1;
    digit[i] = fixed[i] = (signed char)d;
    if (d >= 0) {
      rows[i / 4] |= 1u << d;
      columns[i % 4] |= 1u << d;
      boxes[i / 8 * 2 + i % 4 / 2] |= 1u << d;
    }
  }
  int at = 0, found = 0;
  bool back = false;
  while (at >= 0) {
    if (at == 16) {
      ++found;
      back = true;
      --at;
      continue;
    }
    if (fixed[at] >= 0) {
      at += back ? -1 : 1;
      continue;
    }
    unsigned &r = rows[at / 4], &c = columns[at % 4], &b = boxes[at / 8 * 2 + at % 4 / 2];
    int d = digit[at];
    if (d >= 0) r &= ~(1u << d), c &= ~(1u << d), b &= ~(1u << d);
    do ++d;
    while (d < 4 && (r | c | b) >> d & 1);
    back = d == 4;
    digit[at] = (signed char)(back ? -1 : d);
    if (!back) r |= 1u << d, c |= 1u << d, b |= 1u << d;
    at += back ? -1 : 1;
  }
  solutions[threadIdx.x] = found;
}
