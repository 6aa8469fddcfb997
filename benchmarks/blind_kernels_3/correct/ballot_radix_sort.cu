// A warp sorts 32 bytes bit by bit: a ballot tells the zeros, their places follow by counting bits.
extern "C" __global__ void sort(unsigned char* y, const unsigned char* x) {
  __shared__ unsigned char s[32];
  int lane = threadIdx.x;
  unsigned v = x[blockIdx.x * 32 + lane], below = (1u << lane) - 1;
  for (int bit = 0; bit < 8; ++bit) {
    unsigned ones = __ballot_sync(~0u, v >> bit & 1);
    int place = v >> bit & 1 ? __popc(~ones) + __popc(ones & below) : __popc(~ones & below);
    s[place] = v;
    __syncwarp();
    v = s[lane];
    __syncwarp();
  }
  y[blockIdx.x * 32 + lane] = v;
}
