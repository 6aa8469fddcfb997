// Moves 256 integers one place down, through a copy made by an earlier launch.
// Fault: the second launch reads from the array that it moves and not from the copy (overlap, race).
extern "C" __global__ void keep(int* b, const int* a) {
  for (int i = blockIdx.x * 64 + threadIdx.x; i < 257; i += 256) b[i] = a[i];
}
extern "C" __global__ void shift(int* a, const int* b) {
  int i = blockIdx.x * 64 + threadIdx.x;
#ifdef FAULT
  a[i] = a[i + 1];
#else
  a[i] = b[i + 1];
#endif
}
