"""SASS of a cubin, by nvdisasm."""

from __future__ import annotations

import subprocess
import tempfile
from functools import lru_cache

from ..errors import UserError
from . import sass
from .cache import Cache, key_of
from .compile_errors import SOURCE_NAME
from .sass import Instruction
from .wheels import DISASSEMBLER, file_of, version


@lru_cache(maxsize=4)
def disassemble(cubin: bytes) -> dict[str, list[Instruction]]:
    """Kernel name -> its instructions; nvdisasm's text is cached."""
    name = f"{key_of(cubin, version(DISASSEMBLER))}.sass.zip"
    kept = Cache().load(name, ("sass",))
    if kept is None:
        text = _nvdisasm(cubin)
        Cache().store(name, {"sass": text.encode()})
    else:
        text = kept["sass"].decode()
    return sass.parse(text, SOURCE_NAME)


def _nvdisasm(cubin: bytes) -> str:
    tool = file_of(DISASSEMBLER, "bin/nvdisasm")
    with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
        file.write(cubin)
        file.flush()
        done = subprocess.run(
            [tool, "-c", "-gi", "-hex", file.name], capture_output=True, text=True, check=False
        )
    if done.returncode:
        words = (done.stderr or done.stdout).strip().replace(file.name, "the cubin")
        raise UserError(f"nvdisasm fails: {words.splitlines()[0] if words else done.returncode}")
    return done.stdout
