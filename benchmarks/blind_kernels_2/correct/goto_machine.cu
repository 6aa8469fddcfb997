// A state machine made of gotos, with a loop that has two entries (irreducible control flow).
extern "C" __global__ void machine(int* y, const unsigned* x) {
  unsigned v = x[threadIdx.x];
  int n = 0, steps = 0;
  if (v & 1) goto odd;
even:
  n += 3;
  v = v >> 1 | v << 31;
  if (++steps >= 12) goto done;
  if (v & 4) goto odd;
  goto even;
odd:
  n ^= (int)(v & 255);
  v = v * 5 + 1;
  if (++steps >= 12) goto done;
  if (v & 2) goto even;
  goto odd;
done:
  y[threadIdx.x] = n;
}
