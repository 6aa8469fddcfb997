// Dequantizes 4-bit codes (NF4): the value of a code is in a table in constant memory, the high half of a byte comes first.
__constant__ float levels[16] = {-1.0f, -0.6961928f, -0.52507305f, -0.3949175f, -0.28444138f, -0.18477343f, -0.091050036f, 0.0f,
                                 0.0795803f, 0.1609302f, 0.2461123f, 0.33791524f, 0.44070983f, 0.562617f, 0.72295684f, 1.0f};
extern "C" __global__ void dequantize(float2* y, const unsigned char* code, const float* scale) {
  int i = blockIdx.x * 64 + threadIdx.x;
  unsigned char both = code[i];
  float s = scale[i / 8];
  y[i] = make_float2(levels[both >> 4] * s, levels[both & 15] * s);
}
