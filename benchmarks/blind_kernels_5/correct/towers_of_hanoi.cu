// The 31 moves for five discs of the towers of Hanoi by a function that really calls itself twice; pegs differ by thread.
struct Moves {
  int* next;
};
__device__ __noinline__ void solve(Moves& moves, int discs, int from, int to) {
  if (discs == 0) return;
  int spare = 3 - from - to;
  solve(moves, discs - 1, from, spare);
  *moves.next++ = 100 * discs + 10 * from + to;
  solve(moves, discs - 1, spare, to);
}
extern "C" __global__ void hanoi(int* y, const int2* pegs) {
  Moves moves = {y + threadIdx.x * 31};
  int2 ends = pegs[threadIdx.x];
  solve(moves, 5, ends.x, ends.y);
}
