extern "C" __global__ void __launch_bounds__(256)
columns(char* at, unsigned rows, long long pitch) {
  const unsigned group = rows / (32 / <lanes>), lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned row = blockIdx.x % group * (32 / <lanes>) + lane / <lanes>;
  unsigned word = (blockIdx.x / group * 8 + warp) * <lanes> + lane % <lanes>;
  <type> v = {<words>};
  *(<type>*)(at + row * pitch + word * sizeof(v)) = v;
}
