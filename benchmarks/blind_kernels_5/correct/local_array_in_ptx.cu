// An array in local memory that inline PTX declares itself: filled with multiples, read at a place that depends on the data.
extern "C" __global__ void table(int* y, const int* x) {
  int i = blockIdx.x * 32 + threadIdx.x, v = x[i], r;
  asm volatile(
      "{\n"
      ".local .align 8 .b32 table[8];\n"
      ".reg .u64 base, place;\n.reg .u32 k, offset;\n.reg .b32 value;\n.reg .pred more;\n"
      "mov.u64 base, table;\n"
      "mov.u32 k, 0;\n"
      "mov.b32 value, 0;\n"
      "fill:\n"
      "mul.wide.u32 place, k, 4;\n"
      "add.u64 place, place, base;\n"
      "st.local.b32 [place], value;\n"
      "add.s32 value, value, %1;\n"
      "add.u32 k, k, 1;\n"
      "setp.lt.u32 more, k, 8;\n"
      "@more bra fill;\n"
      "and.b32 offset, %1, 7;\n"
      "mul.wide.u32 place, offset, 4;\n"
      "add.u64 place, place, base;\n"
      "ld.local.b32 %0, [place];\n"
      "}"
      : "=r"(r) : "r"(v) : "memory");
  y[i] = r + 1;
}
