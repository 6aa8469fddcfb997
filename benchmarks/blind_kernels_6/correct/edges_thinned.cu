// Edges of an image: Sobel gradients in a tile with a border of one, then suppression of all but maxima across the edge.
extern "C" __global__ void thin(unsigned char* edge, const int* img) {
  __shared__ int size[18][18];
  __shared__ unsigned char flat[18][18];
  int t = threadIdx.y * 16 + threadIdx.x;
  auto pixel = [&](int y, int x) { return img[min(max(y, 0), 31) * 32 + min(max(x, 0), 31)]; };
  for (int i = t; i < 324; i += 256) {
    int y = (int)blockIdx.y * 16 + i / 18 - 1, x = (int)blockIdx.x * 16 + i % 18 - 1;
    int gx = pixel(y - 1, x + 1) + 2 * pixel(y, x + 1) + pixel(y + 1, x + 1) - pixel(y - 1, x - 1) - 2 * pixel(y, x - 1) - pixel(y + 1, x - 1);
    int gy = pixel(y + 1, x - 1) + 2 * pixel(y + 1, x) + pixel(y + 1, x + 1) - pixel(y - 1, x - 1) - 2 * pixel(y - 1, x) - pixel(y - 1, x + 1);
    size[i / 18][i % 18] = abs(gx) + abs(gy);
    flat[i / 18][i % 18] = abs(gx) >= abs(gy);
  }
  __syncthreads();
  int y = threadIdx.y + 1, x = threadIdx.x + 1, s = size[y][x];
  bool across = flat[y][x];
  int a = across ? size[y][x - 1] : size[y - 1][x], b = across ? size[y][x + 1] : size[y + 1][x];
  edge[(blockIdx.y * 16 + threadIdx.y) * 32 + blockIdx.x * 16 + threadIdx.x] = s > a && s >= b && s > 200 ? 255 : 0;
}
