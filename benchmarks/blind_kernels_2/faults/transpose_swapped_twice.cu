// Transposes a square matrix in place: a thread swaps an element with its mirror image.
// Fault: both threads of a pair swap, so elements are exchanged twice, at the same time (race).
extern "C" __global__ void transpose(int* a) {
  int r = blockIdx.y * 16 + threadIdx.y, c = blockIdx.x * 16 + threadIdx.x;
#ifdef FAULT
  if (r != c) {
#else
  if (r < c) {
#endif
    int u = a[r * 32 + c], v = a[c * 32 + r];
    a[r * 32 + c] = v;
    a[c * 32 + r] = u;
  }
}
