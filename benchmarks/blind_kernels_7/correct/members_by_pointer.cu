// Pointers to member functions choose what a fixed-point number does in each step; the class template has the bits after the point.
template <int BITS> struct Fixed {
  int raw;
  __device__ Fixed half() const { return {raw >> 1}; }
  __device__ Fixed plus_one() const { return {raw + (1 << BITS)}; }
  __device__ Fixed squared() const { return {(int)((long long)raw * raw >> BITS)}; }
  __device__ Fixed negated() const { return {-raw}; }
};
template <int BITS> __device__ Fixed<BITS> apply(Fixed<BITS> v, int code) {
  using Step = Fixed<BITS> (Fixed<BITS>::*)() const;
  Step steps[4] = {&Fixed<BITS>::half, &Fixed<BITS>::plus_one, &Fixed<BITS>::squared, &Fixed<BITS>::negated};
  for (int k = 0; k < 6; ++k, code >>= 2) v = (v.*steps[code & 3])();
  return v;
}
extern "C" __global__ void run(int* y, int* z, const short* x, const int* code) {
  int i = blockIdx.x * 32 + threadIdx.x;
  y[i] = apply(Fixed<15>{x[i] >> 4}, code[i]).raw;
  z[i] = apply(Fixed<12>{x[i] >> 6}, code[i]).raw;
}
