"""What NVRTC sees of a program: the text without the functions of its host."""

from __future__ import annotations

import pytest

from schedules.compile.cuda_text import without_host_code

MAIN = "int main() { k<<<1, 32>>>(); }"
KERNEL = "__global__ void k() { if (1) { } }"
KEPT = [
    KERNEL,
    "constexpr int up(int a) { return a + 31; }",
    "template <class T> __device__ T twice(T v) { return v + v; }",
    "CUTE_HOST_DEVICE int one() { return 1; }",
    "struct Pair { int a, b; };",
    "namespace inner { __device__ int f() { return 1; } }",
    'extern "C" { __global__ void l() { } }',
    "static const int table[] = {1, 2};",
    "#define LAUNCH k<<<1, 32>>>()",
    "enum Kind { A, B };",
]
DROPPED = [
    MAIN,
    "static void report(const char* text) { puts(text); }",
    "template <class T> void launch(T* x) { k<<<1, 32>>>(); }",
    'namespace host { void f() { puts("}"); } }',
    "struct Timer { cudaEvent_t start; };",
    "std::vector<int> kept;",
    "#define NAMED inline\nNAMED void f() { puts(0); }",
]


@pytest.mark.parametrize("text", KEPT)
def test_device_code_and_declarations_stay(text):
    assert without_host_code(f"{text}\n{MAIN}").startswith(text)


@pytest.mark.parametrize("text", DROPPED)
def test_host_code_goes_and_lines_stay(text):
    program = f"{KERNEL}\n{text}\n{MAIN}\n{KERNEL}"
    left = without_host_code(program)
    rest = left.removeprefix(KERNEL).removesuffix(KERNEL).replace("#define NAMED inline", "")
    assert rest.replace("namespace host {", "").strip(" \n}") == ""
    assert left.count("\n") == program.count("\n")


def test_a_text_without_a_program_is_unchanged():
    text = f"{KERNEL}\nint helper(int a) {{ return a; }}"
    assert without_host_code(text) == text
