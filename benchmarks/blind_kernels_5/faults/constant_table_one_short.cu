// A gamma curve in constant memory: bytes are interpolated between the entries around them.
// Fault: the table has an entry for each of 16 intervals but not for the end of the last one (out of bounds on constant memory).
#ifdef FAULT
#define ENTRIES 16
#else
#define ENTRIES 17
#endif
__constant__ int curve[ENTRIES] = {
    0, 60, 83, 101, 116, 129, 141, 152, 162, 171, 180, 189, 197, 205, 212, 219,
#ifndef FAULT
    226
#endif
};
extern "C" __global__ void correct(int* y, const unsigned char* x) {
  int i = blockIdx.x * 64 + threadIdx.x, place = x[i] / 16, rest = x[i] % 16;
  y[i] = curve[place] * (16 - rest) + curve[place + 1] * rest;
}
