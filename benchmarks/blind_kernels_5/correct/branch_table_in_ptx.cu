// A branch to one of four labels by a table (brx.idx), written in inline PTX; lanes of a warp take all four.
extern "C" __global__ void branch(int* y, const int* x) {
  int i = blockIdx.x * 32 + threadIdx.x, r;
  asm volatile(
      "{\n"
      ".reg .u32 which;\n"
      "targets: .branchtargets zero, one, two, three;\n"
      "and.b32 which, %1, 3;\n"
      "brx.idx which, targets;\n"
      "zero:\nshl.b32 %0, %1, 2;\nbra done;\n"
      "one:\nnot.b32 %0, %1;\nbra done;\n"
      "two:\nbrev.b32 %0, %1;\nbra done;\n"
      "three:\npopc.b32 %0, %1;\n"
      "done:\n"
      "}"
      : "=r"(r) : "r"(x[i]));
  y[i] = r;
}
