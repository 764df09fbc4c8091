"""Fuzz the compiled reader and writer of recorded hands with libFuzzer, AddressSanitizer and UBSan.

Everything is built by clang in a directory that is removed afterwards; the inputs that were found are kept
in --corpus if that is given. The exit status is that of the fuzzer: 0 if nothing was found.

    python benchmarks/fuzz/fuzz_lines.py --seconds 600
    python benchmarks/fuzz/fuzz_lines.py --seconds 600 --compare
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

SANITIZERS = ["-g", "-O1", "-fno-sanitize-recover=all", "-Wno-everything"]
MODULES = ("engine/native/search", "records/native/lines")

WORDS = (
    *("hand", "round", "cards", "wild", "rules", "changed", "schema", "null", "none", "true", "false", "joker", "JK"),
    *("record", "discard", "layoffs", "line", "points", "house", "max_wilds", "{}", ":{", "[[", "player"),
    *("10H", "AS", "KD", '":"', '","', '":[', "],", "\\xe2\\x99\\xa5", "\\x0d\\x0a", "1e5", "-0.5"),
)


def build(folder: Path) -> Path:
    """Build modules and harness in *folder*; the program."""
    shutil.copytree(ROOT / "tt_solver", folder / "tt_solver", ignore=shutil.ignore_patterns("*.so", "*.pyd", "*.c"))
    shutil.copytree(ROOT / "benchmarks", folder / "benchmarks")
    include = f"-I{sysconfig.get_path('include')}"
    for module in MODULES:
        _run([sys.executable, "-m", "cython", "-3", f"tt_solver/{module}.pyx"], folder)
        flags = [*SANITIZERS, "-fsanitize=fuzzer-no-link,address,undefined", "-shared", "-fPIC", include]
        library = f"{module}{sysconfig.get_config_var('EXT_SUFFIX')}"
        _run(["clang", *flags, f"{module}.c", "-o", library], folder / "tt_solver")
    library = sysconfig.get_config_var("LIBDIR")
    python = [f"-L{library}", f"-Wl,-rpath,{library}", f"-lpython{sysconfig.get_config_var('LDVERSION')}"]
    flags = [*SANITIZERS, "-fsanitize=fuzzer,address,undefined", "-rdynamic", include]
    _run(["clang", *flags, str(ROOT / "benchmarks/fuzz/harness.c"), "-o", "fuzzer", *python], folder)
    return folder / "fuzzer"


def _run(command: list[str], folder: Path) -> None:
    subprocess.run(command, cwd=folder, check=True)


def write_seeds(corpus: Path) -> None:
    """Random recordings and odd lines, each behind a byte that chooses how it is read."""
    from tests.recordings import ODD_LINES, recording_at

    for number in range(400):
        recording = recording_at(313, number, records=4)
        (corpus / f"recording{number}").write_bytes(bytes([number % 256]) + recording.data)
    for number, line in enumerate(ODD_LINES):
        (corpus / f"odd{number}").write_bytes(bytes([number % 5]) + line + b"\n")


def main() -> int:
    """Build and fuzz as the command line says; return the fuzzer's exit status."""
    parser = argparse.ArgumentParser(description="Fuzz the compiled reader and writer of recorded hands.")
    parser.add_argument("--seconds", type=int, default=600, help="how long (default: %(default)s)")
    parser.add_argument("--compare", action="store_true", help="compare all results to those of Python")
    parser.add_argument("--corpus", type=Path, metavar="DIR", help="keep what is found in that directory")
    args = parser.parse_args()
    with TemporaryDirectory() as built:
        folder = Path(built)
        program = build(folder)
        corpus = args.corpus or folder / "corpus"
        corpus.mkdir(parents=True, exist_ok=True)
        write_seeds(corpus)
        (folder / "words").write_text("".join('"' + word.replace('"', '\\"') + '"\n' for word in WORDS))
        paths = [str(folder), *(path for path in sys.path if path.endswith("site-packages"))]
        environment = {
            **os.environ,
            "ASAN_OPTIONS": "detect_leaks=0",
            "PYTHONPATH": os.pathsep.join(paths),
            "TT_SOLVER_ENGINE": "native",
        }
        environment |= {"FUZZ_COMPARE": "1"} if args.compare else {}
        options = [f"-max_total_time={args.seconds}", "-max_len=1024", "-detect_leaks=0", "-print_final_stats=1"]
        options += ["-use_value_profile=1", f"-dict={folder / 'words'}"]
        return subprocess.run([program, *options, corpus], env=environment, cwd=corpus.parent).returncode


if __name__ == "__main__":
    sys.exit(main())
