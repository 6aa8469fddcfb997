// Values of 64 records, which consist of a number of four bytes and a price as a double, packed without gaps.
// Fault: the price is read as a double at an address that is a multiple of four only (misaligned).
extern "C" __global__ void total(double* y, const unsigned char* records) {
  int i = blockIdx.x * 32 + threadIdx.x;
  const unsigned char* r = records + i * 12;
#ifdef FAULT
  double price = *(const double*)(r + 4);
#else
  const int* words = (const int*)(r + 4);
  double price = __hiloint2double(words[1], words[0]);
#endif
  y[i] = price * *(const int*)r;
}
