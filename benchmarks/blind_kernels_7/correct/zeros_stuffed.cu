// Consistent overhead byte stuffing of records of 20 bytes: zeros are replaced by distances to the next one.
extern "C" __global__ void stuff(unsigned char* out, const unsigned char* in) {
  int i = blockIdx.x * 32 + threadIdx.x;
  unsigned char* o = out + i * 22;
  int code = 0, n = 1;
  for (int k = 0; k < 20; ++k) {
    unsigned char v = in[i * 20 + k];
    if (v) {
      o[n++] = v;
    } else {
      o[code] = n - code;
      code = n++;
    }
  }
  o[code] = n - code;
  o[n] = 0;
}
