// Adaptive differential coding of 16 streams of 24 samples in four bits (IMA style steps that grow by 1.1), and their decoding.
__constant__ int change[8] = {-1, -1, -1, -1, 2, 4, 6, 8};
__device__ int step_of(int index) {
  int s = 7;
  for (int k = 0; k < index; k++) s += s / 10 + 1;
  return s;
}
__device__ int update(int& value, int& index, int code) {
  const int s = step_of(index);
  int d = s >> 3;
  if (code & 4) d += s;
  if (code & 2) d += s >> 1;
  if (code & 1) d += s >> 2;
  value = min(max(value + (code & 8 ? -d : d), -32768), 32767);
  index = min(max(index + change[code & 7], 0), 60);
  return value;
}
__global__ void adpcm(unsigned char* codes, int* decoded, const short* x) {
  const int t = threadIdx.x;
  int value = 0, index = 0;
  for (int i = 0; i < 24; i++) {
    const int d = x[t * 24 + i] - value, s = step_of(index);
    int code = d < 0 ? 8 : 0, rest = d < 0 ? -d : d;
    if (rest >= s) code |= 4, rest -= s;
    if (rest >= s >> 1) code |= 2, rest -= s >> 1;
    if (rest >= s >> 2) code |= 1;
    codes[t * 24 + i] = (unsigned char)code;
    update(value, index, code);
  }
  value = index = 0;
  for (int i = 0; i < 24; i++) decoded[t * 24 + i] = update(value, index, codes[t * 24 + i]);
}
