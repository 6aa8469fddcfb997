// Sums of the bytes of 16 rows of five pixels with three bytes each; the image's rows follow each other without gaps.
// Fault: the first twelve bytes of a row are read as three words, although rows begin at multiples of 15 (misaligned).
__global__ void rows(int* y, const unsigned char* image) {
  const unsigned char* row = image + threadIdx.x * 15;
  int sum = 0, i = 0;
#ifdef FAULT
  for (; i < 12; i += 4) {
    const unsigned w = *(const unsigned*)(row + i);
    sum += (w & 255) + (w >> 8 & 255) + (w >> 16 & 255) + (w >> 24);
  }
#endif
  for (; i < 15; i++) sum += row[i];
  y[threadIdx.x] = sum;
}
