// XTEA with 32 rounds on 128 blocks of 64 bits, backwards and forwards; the key is a struct passed by value.
struct Key {
  unsigned k[4];
};
__device__ uint2 encrypt(uint2 v, const Key& key) {
  unsigned sum = 0;
  for (int i = 0; i < 32; ++i) {
    v.x += ((v.y << 4 ^ v.y >> 5) + v.y) ^ (sum + key.k[sum & 3]);
    sum += 0x9e3779b9;
    v.y += ((v.x << 4 ^ v.x >> 5) + v.x) ^ (sum + key.k[sum >> 11 & 3]);
  }
  return v;
}
__device__ uint2 decrypt(uint2 v, const Key& key) {
  unsigned sum = 0x9e3779b9u * 32;
  for (int i = 0; i < 32; ++i) {
    v.y -= ((v.x << 4 ^ v.x >> 5) + v.x) ^ (sum + key.k[sum >> 11 & 3]);
    sum -= 0x9e3779b9;
    v.x -= ((v.y << 4 ^ v.y >> 5) + v.y) ^ (sum + key.k[sum & 3]);
  }
  return v;
}
extern "C" __global__ void both(uint2* sealed, uint2* again, const uint2* x, Key key) {
  int i = blockIdx.x * 64 + threadIdx.x;
  uint2 c = encrypt(x[i], key);
  sealed[i] = c;
  again[i] = decrypt(c, key);
}
