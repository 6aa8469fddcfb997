// Dequantizes bytes with a zero point and a scale per channel.
// Fault: value and zero point are unsigned, so their difference wraps around where the zero point is larger.
#ifdef FAULT
typedef unsigned Wide;
#else
typedef int Wide;
#endif
extern "C" __global__ void dequantize(float* y, const unsigned char* q, const unsigned char* zero, const float* scale) {
  int channel = threadIdx.x, i = blockIdx.x * 32 + channel;
  Wide value = q[i], offset = zero[channel];
  y[i] = (value - offset) * scale[channel];
}
