// Embedding bags: sums of table rows whose numbers are listed bag by bag; only the bags' starts are given, one bag is empty.
// Fault: the end of the last bag is read from behind the starts (out of bounds on global).
extern "C" __global__ void embed(float* y, const float* table, const int* offsets, const int* indices) {
  int bag = blockIdx.x, d = threadIdx.x;
#ifdef FAULT
  int end = offsets[bag + 1];
#else
  int end = bag + 1 < gridDim.x ? offsets[bag + 1] : 20;
#endif
  float sum = 0;
  for (int i = offsets[bag]; i < end; ++i) sum += table[indices[i] * 8 + d];
  y[bag * 8 + d] = sum;
}
