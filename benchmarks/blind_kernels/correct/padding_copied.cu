// Copies structs with padding between shared arrays; the padding is never set, is copied with the rest, and not used.
struct alignas(16) Item {
  int value;
  unsigned char tag;
  short place;  // a byte before it and eight behind it are padding
};

extern "C" __global__ void move(int* y, const int* x) {
  __shared__ Item a[64], b[64];
  int t = threadIdx.x, v = x[blockIdx.x * 64 + t];
  a[t].value = v;
  a[t].tag = (unsigned char)(t * 3);
  a[t].place = (short)(t * 5 % 64);
  __syncthreads();
  reinterpret_cast<int4*>(b)[63 - t] = reinterpret_cast<const int4*>(a)[t];
  __syncthreads();
  Item m = b[t];
  y[blockIdx.x * 64 + m.place] = m.value + m.tag;
}
