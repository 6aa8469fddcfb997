extern "C" __global__ void __launch_bounds__(256)
mixed(char* at, char* to, long long apart, int first, int step, int span, int shift, int pitch) {
  // Blocks begin `first` words apart; each visits a word of every `step` until `span` are behind it.
  const long long start = (long long)blockIdx.x * first + threadIdx.x;
#pragma unroll 1
  for (long long i = start; i < start + span; i += step) {
    // Rows of 2^shift words, `pitch` bytes apart.
    const long long byte = (i >> shift) * pitch + (i & (1 << shift) - 1) * sizeof(<type>);
    <type> v = {1}, <words>;
    <load>
    <use>
    <store>
  }
}
