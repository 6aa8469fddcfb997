// Base64 of 191 bytes; the last group has two bytes and one padding sign.
__constant__ char letters[65] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
extern "C" __global__ void encode(unsigned char* y, const unsigned char* s) {
  int i = threadIdx.x * 3, left = 191 - i;
  unsigned v = s[i] << 16;
  if (left > 1) v |= s[i + 1] << 8;
  if (left > 2) v |= s[i + 2];
  uchar4 q;
  q.x = letters[v >> 18];
  q.y = letters[v >> 12 & 63];
  q.z = left > 1 ? letters[v >> 6 & 63] : '=';
  q.w = left > 2 ? letters[v & 63] : '=';
  ((uchar4*)y)[threadIdx.x] = q;
}
