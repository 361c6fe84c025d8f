"""The one place that knows numba's flags and where compiled code is kept.

numba's own `cache=True` notices edits only in the file of the cached function: an edited callee in another file
keeps serving old results. So the cache directory is named after a digest of everything a kernel depends on
(`kit/sources.py`). Any edit of it moves the directory, and nothing stale can be read.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core import config as _config

from balance.kit.sources import KIT, home_of, sources_of

config: Any = _config  # numba fills this module at import time, so type checkers see no names in it

F = TypeVar("F", bound=Callable[..., Any])

BOUNDSCHECK = os.environ.get("BALANCE_BOUNDSCHECK") == "1"
OURS = "_ZN7balance"  # how the mangled names of this package's kernels begin
STALE_AFTER_DAYS = 14


def _index_from_zero() -> None:
    """Let an index of our kernels mean what it says: numba's test for one that counts from the end costs a tenth of the time.

    No kernel here uses a negative index, and with bounds checking one is an error. Kernels of other packages in the
    same process keep numba's meaning. Where numba has moved the function, kernels are only slower.
    """
    from numba.np import arrayobj

    usual: Any = getattr(arrayobj, "fix_integer_index", None)

    def fix_integer_index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        if builder.function.name.startswith(OURS):
            return context.cast(builder, index, kind, numba.types.intp if kind.signed else numba.types.uintp)
        return usual(context, builder, kind, index, size)

    if usual is not None:
        arrayobj.fix_integer_index = fix_integer_index


_index_from_zero()


def cache_root() -> Path:
    """Folder of compiled kernels: $BALANCE_CACHE, else the user's cache folder."""
    named = os.environ.get("BALANCE_CACHE")
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "balance" / "kernels"


@cache
def source_digest(home: Path) -> str:
    """Digest of all files the kernels of `home` depend on, numba's version and the flags of this process."""
    digest = hashlib.blake2b(digest_size=10)
    digest.update(f"numba {numba.__version__} bounds {BOUNDSCHECK} cpu {config.CPU_NAME}".encode())
    for path in sources_of(home):
        digest.update(path.relative_to(KIT if path.is_relative_to(KIT) else home).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


@cache
def cache_folder(module: str, file: str) -> Path:
    """Where the compiled kernels of `module` live; forgets folders nobody used for two weeks."""
    source = home_of(module, file)
    home = cache_root() / source.name
    chosen = home / source_digest(source)
    try:
        chosen.mkdir(parents=True, exist_ok=True)
        os.utime(chosen)
        _forget_stale(home, keep=chosen)
    except OSError:
        pass  # a read-only home only costs the compile time
    return chosen


def _forget_stale(home: Path, keep: Path) -> None:
    horizon = time.time() - STALE_AFTER_DAYS * 86_400
    for folder in home.iterdir():
        if folder != keep and folder.stat().st_mtime < horizon:
            shutil.rmtree(folder, ignore_errors=True)


def _compile(func: F, **flags: Any) -> F:
    folder = cache_folder(func.__module__, func.__code__.co_filename)
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        compiled: F = numba.njit(nogil=True, boundscheck=BOUNDSCHECK, cache=True, error_model="numpy", **flags)(func)
    finally:
        config.CACHE_DIR = before
    return compiled


def kernel(func: F) -> F:
    """Compile a kernel: no Python objects, GIL released, kept on disk under the source digest."""
    return _compile(func)


def helper(func: F) -> F:
    """Like `kernel`, for functions only other kernels call: without a Python entry it compiles a fifth faster.

    Under JIT it cannot be called from Python; tests that need that use `kernel`.
    """
    return _compile(func, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def shared(func: F) -> F:
    """Like `kernel`, but calls with constants share one compiled version: `pay(st, 0, 1)` is `pay(st, side, need)`.

    numba would compile a version for every constant it is called with; and an entry for C callbacks.
    """
    return _share_constants(_compile(func, no_cfunc_wrapper=True))


def inner(func: F) -> F:
    """Like `shared`, for functions only other kernels call (no Python entry, see `helper`)."""
    return _share_constants(_compile(func, no_cpython_wrapper=True, no_cfunc_wrapper=True))


def folded(func: F) -> F:
    """Like `inner`, for a large function with one caller near the top: its body becomes part of the caller.

    numba optimises everything a function calls once more with each level above it, so a level less near the top, where
    that is the whole game, saves seconds. Without JIT, and called from Python, it is an ordinary function.
    """
    return _compile(func, inline="always")


def _share_constants(compiled: F) -> F:
    resolve: Any = getattr(compiled, "get_call_template", None)
    if resolve is not None:  # with JIT off `compiled` is the plain function
        unliteral: Any = numba.types.unliteral

        def resolve_shared(args: Any, kws: Any) -> Any:
            return resolve(tuple(map(unliteral, args)), {name: unliteral(arg) for name, arg in kws.items()})

        compiled.get_call_template = resolve_shared  # type: ignore[attr-defined]
    return compiled


def inlined(func: F) -> F:
    """Like `shared`, for one-line helpers on the hot path that LLVM should always fold into the caller."""
    return _share_constants(_compile(func, forceinline=True))


def is_compiled() -> bool:
    """False under NUMBA_DISABLE_JIT=1, when kernels run as plain Python."""
    return not config.DISABLE_JIT
