// Of the packets in each of 16 queues of eight, the newest one: sequence numbers have 16 bits, wrap around, and lie close together.
// Fault: sequence numbers are compared as numbers, which is wrong where a queue's numbers wrap around (wrong value for some inputs).
__global__ void newest(int* y, const unsigned short* number) {
  const unsigned short* queue = number + threadIdx.x * 8;
  int best = 0;
  for (int k = 1; k < 8; k++)
#ifdef FAULT
    if (queue[k] > queue[best]) best = k;
#else
    if ((short)(unsigned short)(queue[k] - queue[best]) > 0) best = k;
#endif
  y[threadIdx.x] = best;
}
