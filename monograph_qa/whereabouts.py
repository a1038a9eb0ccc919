"""Where a library is looked for, and the socket in it at which a running server can be asked. With
next to no imports: the command line looks here before anything else."""

import os
from collections.abc import Mapping

LIBRARY = "MONOGRAPH_QA_LIBRARY"
_SOCKET = "serve.sock"


def library_named(environment: Mapping[str, str]) -> str:
    """The folder or URL named in the environment, else a folder in the user's data folder (XDG)."""
    named = environment.get(LIBRARY)
    if named is not None:
        return named
    data = environment.get("XDG_DATA_HOME") or "~/.local/share"
    return f"{data}/monograph-qa/library"


def library_beside() -> str:
    """What to type to use the library in the folder `library` of the current one; "" without it."""
    here = os.path.isfile("library/library.duckdb")  # noqa: PTH113
    return f"export {LIBRARY}=$PWD/library" if here else ""


def found_by(option: str | None, environment: Mapping[str, str]) -> str:
    if option is not None:
        return f"by --library (it goes before {LIBRARY} and the user's data folder)"
    if LIBRARY in environment:
        return f"by {LIBRARY} (--library goes before it)"
    beside = library_beside()
    hint = f"; for the one in this folder: {beside}" if beside else ""
    return f"in the user's data folder, as neither --library nor {LIBRARY} names one{hint}"


class SocketOf:
    """`with SocketOf(folder) as address:` the address of its socket, as short as addresses must be.
    Raises OSError where there is no such folder, or the system has no way to write a short
    address."""

    def __init__(self, folder: str) -> None:
        path = os.path.expanduser(folder)  # noqa: PTH111, pathlib takes longer than all else here
        self._folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY)

    def __enter__(self) -> str:
        return f"/proc/self/fd/{self._folder}/{_SOCKET}"

    def __exit__(self, *_: object) -> None:
        os.close(self._folder)
