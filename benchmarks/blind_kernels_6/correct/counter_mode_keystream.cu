// XTEA in counter mode: 32 rounds over the block's number, combined with the text.
extern "C" __global__ void encrypt(uint2* out, const uint2* text, const uint4* key) {
  unsigned i = blockIdx.x * 64 + threadIdx.x, a = i, b = ~i, sum = 0;
  uint4 k4 = *key;
  unsigned k[4] = {k4.x, k4.y, k4.z, k4.w};
#pragma unroll
  for (int r = 0; r < 32; ++r) {
    a += ((b << 4 ^ b >> 5) + b) ^ (sum + k[sum & 3]);
    sum += 0x9e3779b9u;
    b += ((a << 4 ^ a >> 5) + a) ^ (sum + k[sum >> 11 & 3]);
  }
  uint2 t = text[i];
  out[i] = make_uint2(t.x ^ a, t.y ^ b);
}
