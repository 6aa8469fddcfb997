// Structs with bit-fields, signed and unsigned, packed into words by a union and changed field by field.
union Packed {
  unsigned word;
  struct {
    unsigned kind : 3;
    int offset : 9;
    unsigned length : 12;
    int tag : 8;
  } f;
};
extern "C" __global__ void fields(unsigned* y, const unsigned* x) {
  Packed p;
  p.word = x[threadIdx.x];
  p.f.kind = (p.f.kind + 1) & 7;
  p.f.offset = p.f.offset < 0 ? -1 - p.f.offset : p.f.offset / 2;
  p.f.length = p.f.length ^ 0xabc;
  p.f.tag = p.f.tag >> 1;
  y[threadIdx.x] = p.word;
}
