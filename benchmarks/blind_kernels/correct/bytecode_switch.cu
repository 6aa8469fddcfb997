// An interpreter of a small bytecode in constant memory: a dense switch, registers in a local array.
enum Op { LOAD, ADD, SUB, MUL, XOR, SHR, SWAP, DEC, JNZ, NEG, HALT };
struct Code { unsigned char op, a, b; };
__constant__ Code program[] = {
    {LOAD, 1, 9}, {LOAD, 2, 3}, {ADD, 0, 2}, {MUL, 0, 2}, {XOR, 0, 1}, {SWAP, 0, 3}, {ADD, 0, 3},
    {SHR, 3, 1}, {DEC, 1, 0}, {JNZ, 1, 2}, {SUB, 0, 3}, {NEG, 0, 0}, {HALT, 0, 0}};

extern "C" __global__ void run(int* y, const int* x) {
  int r[4] = {x[threadIdx.x], 0, 0, (int)threadIdx.x};
  for (int pc = 0, go = 1; go;) {
    Code c = program[pc++];
    switch (c.op) {
      case LOAD: r[c.a] = c.b; break;
      case ADD: r[c.a] += r[c.b]; break;
      case SUB: r[c.a] -= r[c.b]; break;
      case MUL: r[c.a] *= r[c.b]; break;
      case XOR: r[c.a] ^= r[c.b]; break;
      case SHR: r[c.a] = (int)((unsigned)r[c.a] >> (c.b + (threadIdx.x & 3))); break;
      case SWAP: { int v = r[c.a]; r[c.a] = r[c.b]; r[c.b] = v; break; }
      case DEC: --r[c.a]; break;
      case JNZ: if (r[c.a] != 0) pc = c.b; break;
      case NEG: r[c.a] = -r[c.a]; break;
      default: go = 0;
    }
  }
  y[threadIdx.x] = r[0];
}
