// Converts an image of 8 x 16 pixels from YUV with halved chroma to RGB bytes, in integers with saturation.
__device__ unsigned char byte_of(int v) { return min(max(v >> 8, 0), 255); }
extern "C" __global__ void convert(uchar3* rgb, const unsigned char* luma, const uchar2* chroma) {
  int x = threadIdx.x, y = threadIdx.y;
  uchar2 uv = chroma[y / 2 * 8 + x / 2];
  int c = 298 * (luma[y * 16 + x] - 16) + 128, d = uv.x - 128, e = uv.y - 128;
  rgb[y * 16 + x] = make_uchar3(byte_of(c + 409 * e), byte_of(c - 100 * d - 208 * e), byte_of(c + 516 * d));
}
