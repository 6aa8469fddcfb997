"""Inputs of kernels in files: described ones, default ranges, and the faults that they reveal."""

from __future__ import annotations

import numpy as np
import pytest

from gpusim.errors import UserError
from schedules.analyses.verification.verdict import Conclusion
from schedules.analyses.verification.verify import run, verify_file
from schedules.sources.input_values import Own, default_array, input_array, special_values
from schedules.sources.kernel_files import FileKernel
from schedules.sources.launch_files import LaunchFile, parse_argument


@pytest.fixture
def kernel(tmp_path):
    """A kernel of a text, its launch and its reference."""

    def make(text: str, launch: str, right: str = "", own: Own = Own()) -> FileKernel:
        (tmp_path / "kernel.cu").write_text(text)
        if right:
            (tmp_path / "right.py").write_text("import numpy as np\n" + right)
            launch = 'reference = "right.py"\n' + launch
        (tmp_path / "kernel.toml").write_text(launch)
        return FileKernel.load(str(tmp_path / "kernel.cu"), own=own)

    return make


def array(name: str, dtype: str, shape: int | list[int], rest: str = "") -> str:
    extents = shape if isinstance(shape, list) else [shape]
    return f'[[arguments]]\nname = "{name}"\ndtype = "{dtype}"\nshape = {extents}\n{rest}\n'


def launched(grid: int, block: int, *arguments: str) -> str:
    return f"grid = [{grid}]\nblock = [{block}]\n" + "".join(arguments)


HISTOGRAM = """
extern "C" __global__ void k(const unsigned char* data, int* out) {
  __shared__ int bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < 1024; i += 256)
    if (%s) atomicAdd(&bins[data[i]], 1);
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x];
}
"""
BINS = launched(1, 256, array("data", "uint8", 1024), array("out", "int32", 256, 'role = "out"'))
COUNTED = "def reference(data, out):\n    return np.bincount(data, minlength=256)\n"


def verdict(kernel: FileKernel) -> Conclusion:
    return verify_file(kernel).verdict


def test_bytes_cover_their_range(kernel):
    assert verdict(kernel(HISTOGRAM % "true", BINS, COUNTED)) is Conclusion.CORRECT
    dropped = HISTOGRAM % "data[i] < 64 || data[i] > 200"
    assert verdict(kernel(dropped, BINS, COUNTED)) is Conclusion.WRONG


SHIFTED = 'extern "C" __global__ void k(const KIND* x, KIND* y) { y[threadIdx.x] = x[0] + %d; }'


@pytest.mark.parametrize("dtype", ["int64", "uint64"])
@pytest.mark.parametrize("off", [0, 1])
def test_integers_that_float64_skips_are_compared_exactly(kernel, dtype, off):
    shape = array("x", dtype, 1, "range = [9223372036854775700, 9223372036854775700]")
    launch = launched(1, 32, shape, array("y", dtype, 32, 'role = "out"'))
    right = "def reference(x, y):\n    return np.broadcast_to(x + x.dtype.type(7), y.shape)\n"
    text = SHIFTED.replace("KIND", "long long" if dtype == "int64" else "unsigned long long")
    found = verdict(kernel(text % (7 + off), launch, right))
    assert found is (Conclusion.WRONG if off else Conclusion.CORRECT)


COUNTS = """
extern "C" __global__ void k(const int* data, float* out) {
  float x = out[threadIdx.x];
  for (int i = 0; i < data[threadIdx.x]; i++) x = sqrtf(x + i);
  out[threadIdx.x] = x;
}
"""


@pytest.mark.exhaustive
def test_a_prediction_holds_for_the_inputs_that_decide(kernel):
    def counting(times: int) -> FileKernel:
        many = array("data", "int32", 256, f"range = [{times}, {times}]")
        launch = launched(1, 256, many, array("out", "float32", 256, 'role = "inout"'))
        return kernel(COUNTS, launch)

    few = counting(10).predict("h200")
    advice = counting(1000).advise("h200")
    assert advice.bound.endswith(f"; decided by the given inputs: {few.decided_by}")
    many = counting(1000).predict("h200")
    assert few.decided_by.startswith("`LDG.E") and many.decided_by == few.decided_by
    assert many.launches[0].us > 10 * few.launches[0].us


SCALED = """
extern "C" __global__ void k(const float* data, float* out) {
  out[threadIdx.x] = 2 * data[threadIdx.x];
}
"""


def test_conflicts_of_a_histogram_are_counted(kernel):
    (counted,) = kernel(HISTOGRAM % "true", BINS).instruction_counts
    atomics = [one for one in counted.instructions if one.opcode == "ATOMS"]
    assert atomics and all(one.cost.conflicts > 0 for one in atomics)


GATHER = """
extern "C" __global__ void k(const int* at, const float* table, float* out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  out[i] = table[%s];
}
"""
GATHERED = launched(
    2,
    64,
    array("at", "int32", 128, "%s"),
    array("table", "float32", 300),
    array("out", "float32", 128, 'role = "out"'),
)
PICKED = "def reference(at, table, out):\n    return table[at]\n"


@pytest.mark.parametrize(("remainder", "most"), [("table", 299), ("out", 127)])
def test_an_index_stays_within_what_it_indexes(kernel, remainder, most):
    # No block runs the second access, as that of a loop's remainder.
    index = f"at[i]]; if (blockIdx.y) out[i] = {remainder}[at[i]"
    assert kernel(GATHER % index, GATHERED % "").index_ranges == {"at": (0, most)}
    made = kernel(GATHER % "at[i]", GATHERED % "", PICKED)
    found = verify_file(made)
    assert found.verdict is Conclusion.CORRECT
    assert "at is used as an index: its values are 0 to 299; `range` sets others" in found.notes
    assert made.arrays()["at"].max() > 200


BYTES = GATHERED.replace("int32", "int8").replace("300", "256")
BY_BYTE = GATHER.replace("const int*", "const char*")


@pytest.mark.parametrize(
    "index, key, entries",
    [
        ("(unsigned char)at[i]", "", 256),
        ("at[i] + 128", "", 256),
        ("at[i]", "range = [0, 127]", 256),
        ("at[i]", "", 128),
        ("at[i]", "", 300),
    ],
)
def test_bytes_that_stay_within_their_table_are_accepted(kernel, index, key, entries):
    launch = BYTES.replace("256", str(entries)) % key
    assert run(kernel(BY_BYTE % index, launch)).ok


NIBBLES = """
extern "C" __global__ void k(const unsigned char* at, const float* table, float* out) {
  int i = threadIdx.x;
  out[i] = table[at[i] & 15] + table[at[i] >> 4] %s;
}
"""


@pytest.mark.parametrize("beyond", ["", "+ out[i + 100]", "+ table[16]"])
def test_an_access_out_of_bounds_elsewhere_leaves_bytes_of_two_nibbles_their_range(kernel, beyond):
    launch = launched(
        1,
        64,
        array("at", "uint8", 64),
        array("table", "float32", 16),
        array("out", "float32", 64, 'role = "inout"'),
    )
    made = kernel(NIBBLES % beyond, launch)
    assert made.index_ranges == {"at": (0, 255)}
    assert run(made).ok == (not beyond)


ROWS = """
extern "C" __global__ void k(const int* begins, const int* at, const float* x, float* out) {
  float sum = 0;
  for (int j = begins[threadIdx.x]; j < begins[threadIdx.x + 1]; ++j) sum += x[at[j]];
  out[threadIdx.x] = sum;
}
"""


def test_loop_counts_are_small(kernel):
    made = kernel(
        ROWS,
        launched(
            1,
            32,
            array("begins", "int32", 33),
            array("at", "int32", 500),
            array("x", "float32", 64),
            array("out", "float32", 32, 'role = "out"'),
        ),
    )
    assert made.index_ranges == {"begins": (0, 31), "at": (0, 31)}
    assert run(made).ok


# --- described inputs -----------------------------------------------------------------------------

SCALED = """
extern "C" __global__ void k(const float* x, float* out) { out[threadIdx.x] = x[threadIdx.x]; }
"""


@pytest.mark.parametrize(
    ("rest", "check"),
    [
        ("range = [2, 3]", lambda x: ((x >= 2) & (x <= 3)).all()),
        ('values = "zeros"', lambda x: (x == 0).all()),
        ('values = "normal"', lambda x: abs(x).max() > 1),
        ('values = "permutation"', lambda x: sorted(x) == list(range(64))),
        ('values = "x.npy"', lambda x: (x == np.arange(64)).all()),
        ('values = "own.py:make"', lambda x: (x == 7).all()),
    ],
)
def test_a_file_describes_inputs(kernel, tmp_path, rest, check):
    np.save(tmp_path / "x.npy", np.arange(64))
    (tmp_path / "own.py").write_text(
        "import numpy as np\ndef make(rng, shape, dtype):\n    return np.full(shape, 7, dtype)\n"
    )
    out = array("out", "float32", 64, 'role = "out"')
    made = kernel(SCALED, launched(1, 64, array("x", "float32", 64, rest), out))
    assert check(made.arrays()["x"])
    assert run(made).ok


@pytest.mark.parametrize(
    ("rest", "message"),
    [
        ("range = [3, 2]", "range of x: 3 is larger than 2"),
        ('values = "zeroes"', "values of x 'zeroes'.*zeros"),
        ('values = "none.npy"', "inputs of x: .*none.npy"),
        ('values = "own.py:make"', "no such file: .*own.py"),
        ('values = "zeros"\nrange = [0, 1]', "give a range or values, not both"),
        ('values = "zeros"\nrole = "out"', "the role out takes no values"),
    ],
)
def test_wrong_descriptions_are_refused(kernel, rest, message):
    out = array("out", "float32", 64, 'role = "out"')
    with pytest.raises(UserError, match=message):
        kernel(SCALED, launched(1, 64, array("x", "float32", 64, rest), out)).arrays()


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("x:int32[8]:in:0..255", {"name": "x", "dtype": "int32", "shape": [8], "role": "in"}),
        ("x:float32[8]:-1.5..2e3", {"name": "x", "dtype": "float32", "shape": [8]}),
        ("x:float32[8]:zeros", {"name": "x", "dtype": "float32", "shape": [8], "values": "zeros"}),
        ("p:bytes=00ff", {"name": "p", "bytes": "00ff"}),
    ],
)
def test_values_on_the_command_line(text, entry):
    parsed = parse_argument(text)
    limits = parsed.pop("range", None)
    assert parsed == entry
    assert limits == {"255": (0, 255), "2e3": (-1.5, 2000.0)}.get(text.rpartition("..")[2])


def test_special_values_of_a_dtype():
    rng = np.random.default_rng(0)
    made = default_array(rng, (400,), "float16", "special")
    assert np.isnan(made).any() and np.isinf(made).any() and (made == 65504).any()
    # float8_e4m3fn has no infinity.
    assert sum(not np.isfinite(value) for value in special_values("float8_e4m3fn")) == 3
    made = default_array(rng, (400,), "int8", "special")
    assert {-128, -1, 0, 1, 127} <= set(made.tolist())
    assert input_array("x", 3, (2,), "uint64", rng).tolist() == [3, 3]
    assert input_array("x", [1, 2, 3, 4], (2, 2), "int8", rng).tolist() == [[1, 2], [3, 4]]


# --- structs, several launches --------------------------------------------------------------------

STRUCT = """
struct P { int n; float scale; const float* x; };
extern "C" __global__ void k(P p, float* out) {
  if (threadIdx.x < p.n) out[threadIdx.x] = p.scale * p.x[threadIdx.x];
}
"""
BY_VALUE = """
[[launches]]
grid = [1]
block = [64]
arguments = ["p", "out"]
[[arguments]]
name = "p"
dtype = [["n", "int32"], ["scale", "float32"], ["x", "pointer"]]
value = { n = 64, scale = 2.5, x = "x" }
"""


def test_a_struct_by_value(kernel):
    launch = BY_VALUE + array("x", "float32", 64) + array("out", "float32", 64, 'role = "out"')
    right = "def reference(p, x, out):\n    return p['scale'] * x\n"
    assert verdict(kernel(STRUCT, "tolerance = 1e-6\n" + launch, right)) is Conclusion.CORRECT
    with pytest.raises(UserError, match="p points to 'y', which is not an array here"):
        _ = kernel(STRUCT, launch.replace('x = "x"', 'x = "y"')).module
    with pytest.raises(UserError, match="field 'scale' is only in one of dtype and value"):
        _ = kernel(STRUCT, launch.replace("scale = 2.5, ", "")).module


def test_bytes_of_a_struct(kernel):
    text = """
    struct P { int a; short b; };
    extern "C" __global__ void k(P p, int* out) { *out = p.a + p.b; }
    """
    p = '[[arguments]]\nname = "p"\nbytes = "01000000 0200 0000"\n'
    launch = launched(1, 1, p, array("out", "int32", 1, 'role = "out"'))
    assert verdict(kernel(text, launch, "def reference(p, out):\n    return [3]\n")) is (
        Conclusion.CORRECT
    )


TWO = """
extern "C" __global__ void partial(const float* x, float* parts) {
  float sum = 0;
  for (int i = 0; i < 32; ++i) sum += x[(blockIdx.x * 32 + threadIdx.x) * 32 + i];
  parts[blockIdx.x * 32 + threadIdx.x] = sum;
}
extern "C" __global__ void total(const float* parts, float* out, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += parts[i];
  *out = sum;
}
"""
LAUNCHES = """
tolerance = 1e-4
[[launches]]
kernel = "partial"
grid = [2]
block = [32]
arguments = ["x", "parts"]
[[launches]]
kernel = "total"
grid = [1]
block = [1]
arguments = ["parts", "out", "n"]
[[arguments]]
name = "n"
dtype = "int32"
value = %d
"""


def test_a_single_launch_stays_the_same_object():
    """The simulator finds a step's call by the step itself."""
    file = LaunchFile(grid=[1], block=[32])
    assert file.steps is file.steps and file.in_order[0] is file.steps[0]


def test_launches_run_in_order(kernel):
    arrays = array("x", "float32", 2048) + array("parts", "float32", 64, 'role = "out"')
    arrays += array("out", "float32", 1, 'role = "out"')
    right = (
        "def reference(n, x, parts, out):\n    parts = x.reshape(-1, 32).sum(axis=1)\n"
        "    return parts, [parts.sum()]\n"
    )
    made = kernel(TWO, LAUNCHES % 64 + arrays, right)
    assert [one.kernel for one in made.launches] == ["partial", "total"]
    assert verdict(made) is Conclusion.CORRECT
    assert [one.kernel for one in made.instruction_counts] == ["partial", "total"]
    assert verdict(kernel(TWO, LAUNCHES % 63 + arrays, right)) is Conclusion.WRONG
    with pytest.raises(UserError, match="names the argument 'm', which is not described"):
        _ = kernel(TWO, (LAUNCHES % 64).replace('"n"]', '"m"]') + arrays).module


def test_a_cooperative_launch_is_resident_at_once(kernel):
    out = array("out", "float32", 4096 * 1024, 'role = "out"')
    text = 'extern "C" __global__ void k(float* out) { out[blockIdx.x * 1024 + threadIdx.x] = 1; }'
    _ = kernel(text, "cooperative = true\n" + launched(264, 1024, out)).module
    with pytest.raises(UserError, match="a cooperative launch of 265 blocks of k: at most 264"):
        _ = kernel(text, "cooperative = true\n" + launched(265, 1024, out)).module


@pytest.mark.parametrize("dependent", [False, True])
def test_griddepcontrol_without_a_dependent_launch_is_noted(kernel, dependent):
    text = 'extern "C" __global__ void k() { asm volatile("griddepcontrol.wait;"); }'
    launch = "[[launches]]\n" + launched(1, 32)
    made = kernel(text, f"{launch}{launch}dependent = {str(dependent).lower()}\n")
    notes = " ".join(verify_file(made).notes)
    assert ("griddepcontrol: the launches ran one after another" in notes) != dependent


def test_a_dependent_launch_needs_sm_90(kernel):
    launch = "[[launches]]\n" + launched(1, 32, "dependent = true\n")
    made = kernel('extern "C" __global__ void k() {}', launch)
    with pytest.raises(UserError, match="sm_80 has no dependent launches"):
        _ = FileKernel.load(made.reference, arch="sm_80").module
