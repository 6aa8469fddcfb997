// Pixel shuffle: four channels of 4 x 4 become one of 8 x 8; the channels of one output channel are consecutive.
// Fault: the channel is computed as if the output channel were the fastest index (wrong order).
extern "C" __global__ void shuffle(int* y, const int* x) {
  int c = blockIdx.x, row = threadIdx.y, column = threadIdx.x;
  int part = row % 2 * 2 + column % 2;
#ifdef FAULT
  int channel = part * 2 + c;
#else
  int channel = c * 4 + part;
#endif
  y[(c * 8 + row) * 8 + column] = x[(channel * 4 + row / 2) * 4 + column / 2];
}
