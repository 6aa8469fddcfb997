// Sorts 32 keys per warp with their lane numbers by a bitonic network of shuffles; equal keys keep their order.
extern "C" __global__ void sort(int* y, int* from, const int* x) {
  int i = blockIdx.x * 64 + threadIdx.x, lane = threadIdx.x & 31;
  int key = x[i], place = lane;
  for (int size = 2; size <= 32; size *= 2)
    for (int o = size / 2; o > 0; o /= 2) {
      int k = __shfl_xor_sync(0xffffffffu, key, o), p = __shfl_xor_sync(0xffffffffu, place, o);
      bool less = k < key || (k == key && p < place);
      bool want_less = ((lane & o) == 0) == ((lane & size) == 0);
      if (less == want_less) {
        key = k;
        place = p;
      }
    }
  y[i] = key;
  from[i] = place;
}
