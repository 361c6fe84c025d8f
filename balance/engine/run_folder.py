"""The folder of one run: made before the work starts, filled chunk by chunk, never overwritten, resumable.

Layout: `run.json` (what was asked and what is done), `outcomes/part-<arm>-<chunk>.parquet` (one complete file per
chunk, written under a temporary name, flushed, renamed), `outcomes/tally-<arm>-<chunk>.npy`, then summaries, figures,
report. A part counts only when `run.json` lists it with its checksum, so a kill at any moment loses at most the chunk in
flight.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.engine.chunks import Chunk
from balance.engine.outcomes import Counts
from balance.errors import UserError

RUN_SCHEMA = 1
NEEDED_FREE_BYTES = 5_000_000

fcntl: Any
try:
    import fcntl
except ImportError:  # not on Windows: there a second process is not refused
    fcntl = None


@dataclass(frozen=True, slots=True)
class Part:
    """One stored chunk of one arm."""

    arm: str
    chunk: Chunk
    counts: Counts
    rows_digest: str
    checksum: str


@dataclass
class RunFolder:
    """A run folder that this process holds the lock of. `record` is the content of run.json."""

    path: Path
    record: dict[str, Any]
    parts: list[Part] = field(default_factory=list)
    _lock: Any = None
    _is_new: bool = False

    # -- making and opening ------------------------------------------------------------------------------------------

    @classmethod
    def create(cls, path: Path, record: Mapping[str, Any], *, force: bool = False) -> RunFolder:
        """Make a new run folder; raises UserError when it exists (unless `force`), or cannot be written."""
        try:
            is_new = not path.exists()
            filled = not is_new and any(path.iterdir() if path.is_dir() else [path])
        except (OSError, ValueError) as error:  # too long, a NUL, not ours to read
            raise _cannot_write(path, error) from error
        if filled:
            if not force:
                raise UserError(
                    f"{path} exists already; nothing was overwritten",
                    hint="choose another --run-id, or --force to replace it",
                    code="exists",
                )
            cls._refuse_foreign(path)
        try:
            if force and path.is_dir():
                with _locked(path):
                    shutil.rmtree(path / "outcomes", ignore_errors=True)
                    shutil.rmtree(path / "figures", ignore_errors=True)
            (path / "outcomes").mkdir(parents=True, exist_ok=True)
            _probe_space(path)
        except (OSError, ValueError) as error:
            raise _cannot_write(path, error) from error
        folder = cls(path, {"schema": RUN_SCHEMA, **record, "state": "partial", "parts": []})
        folder._is_new = is_new
        folder._take_lock()
        folder.save()
        return folder

    @classmethod
    def open(cls, path: Path) -> RunFolder:
        """Open an existing run folder for more work; raises UserError when it is none, or another process holds it."""
        folder = cls.read(path)
        folder._take_lock()
        return folder

    @classmethod
    def read(cls, path: Path) -> RunFolder:
        """Read a run folder without holding it; its listed parts are checked for presence."""
        source = path / "run.json"
        try:
            record = json.loads(source.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise UserError(f"{path} is not a run folder: it has no run.json", code="run-folder") from None
        except (OSError, ValueError) as error:
            raise UserError(f"{source} cannot be read: {error}", code="run-folder") from error
        if record.get("schema") != RUN_SCHEMA:
            raise UserError(f"{source} has schema {record.get('schema')}, this version reads {RUN_SCHEMA}")
        parts = [_part_from_json(item) for item in record["parts"]]
        return cls(path, record, [part for part in parts if (path / part_name(part.arm, part.chunk.index)).exists()])

    @staticmethod
    def _refuse_foreign(path: Path) -> None:
        if not (path / "run.json").exists():
            raise UserError(f"{path} is not a run folder; --force replaces only run folders", code="exists")

    def _take_lock(self) -> None:
        self._lock = _locked(self.path)

    def close(self) -> None:
        """Give the lock back."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def discard(self) -> bool:
        """Remove the folder if this process made it and it holds no chunk; tells whether it did."""
        self.close()
        if self.parts or not self._is_new:
            return False
        shutil.rmtree(self.path, ignore_errors=True)
        with suppress(OSError):
            self.path.parent.rmdir()  # only when nothing else is in it
        return True

    # -- writing -----------------------------------------------------------------------------------------------------

    def add_part(self, part: Part, encoded: bytes, tally: Any) -> None:
        """Store one chunk (its Parquet bytes and tally); it counts from the next `save`. UserError on a full disk."""
        target = self.path / part_name(part.arm, part.chunk.index)
        try:
            with _atomic(target) as temporary:
                temporary.write_bytes(encoded)
            with _atomic(self.path / tally_name(part.arm, part.chunk.index)) as temporary, temporary.open("wb") as file:
                np.save(file, np.asarray(tally).reshape(1))
        except OSError as error:
            raise _cannot_write(self.path, error) from error
        self.parts.append(Part(part.arm, part.chunk, part.counts, part.rows_digest, digest_of(encoded)))

    def save(self) -> None:
        """Write run.json."""
        self.record["parts"] = [_part_to_json(part) for part in self.parts]
        self.write_text("run.json", json.dumps(self.record, indent=1, ensure_ascii=False))

    def write_text(self, name: str, text: str) -> Path:
        """Write a text file of the run atomically; returns its path."""
        target = self.path / name
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with _atomic(target) as temporary:
                temporary.write_text(text, encoding="utf-8")
        except OSError as error:
            raise _cannot_write(self.path, error) from error
        return target

    # -- reading -----------------------------------------------------------------------------------------------------

    def arm_parts(self, arm: str) -> list[Part]:
        """Stored chunks of an arm in game order, without gaps: a later chunk behind a gap does not count.

        A shard begins at its own first game.
        """
        found = sorted((part for part in self.parts if part.arm == arm), key=lambda part: part.chunk.first)
        whole: list[Part] = []
        for part in found:
            if part.chunk.first != (whole[-1].chunk.last if whole else self.record.get("first_game", 0)):
                break
            whole.append(part)
        return whole

    def verify(self) -> None:
        """Compare every part with its checksum; raises UserError naming the first file that differs."""
        for part in self.parts:
            path = self.path / part_name(part.arm, part.chunk.index)
            if digest_of(path.read_bytes()) != part.checksum:
                raise UserError(f"{path} is damaged: its checksum differs from run.json", code="damaged")

    def read_columns(self, arm: str, names: list[str]) -> dict[str, NDArray[Any]]:
        """The named columns of an arm, all games in order; needs no more memory than the columns and one chunk."""
        import pyarrow as pa

        parts = self.arm_parts(arm)
        games, filled = sum(part.counts.games for part in parts), 0
        columns: dict[str, NDArray[Any]] = {name: np.zeros(0) for name in names}
        for part in parts:
            chunk = self.read_part(part, names)
            if filled == 0:
                columns = {name: np.empty(games, chunk[name].dtype) for name in names}
            for name in names:
                columns[name][filled : filled + part.counts.games] = chunk[name]
            filled += part.counts.games
        pa.default_memory_pool().release_unused()
        return columns

    def read_part(self, part: Part, names: list[str]) -> dict[str, NDArray[Any]]:
        """The named columns of one stored chunk."""
        import pyarrow.parquet as pq

        with pq.ParquetFile(self.path / part_name(part.arm, part.chunk.index)) as file:
            table = file.read(columns=names, use_threads=False)
        return {name: table.column(name).to_numpy() for name in names}

    def read_tallies(self, arm: str) -> list[Any]:
        """Tally records of an arm, one per chunk."""
        return [
            np.load(self.path / tally_name(arm, part.chunk.index)).view(np.recarray)[0] for part in self.arm_parts(arm)
        ]


def part_name(arm: str, index: int) -> str:
    """File of one chunk, relative to the run folder."""
    return f"outcomes/part-{arm}-{index:05d}.parquet"


def tally_name(arm: str, index: int) -> str:
    """Tally file of one chunk."""
    return f"outcomes/tally-{arm}-{index:05d}.npy"


class _locked:  # noqa: N801 - reads as a verb where it is used
    """Holds `<folder>/.lock`; raises UserError when another process does."""

    def __init__(self, folder: Path) -> None:
        try:
            self._file = (folder / ".lock").open("a+")
            if fcntl is not None:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.close()
            raise UserError(
                f"another process is working in {folder}", hint="wait for it, or use another folder", code="locked"
            ) from None
        except OSError as error:
            raise _cannot_write(folder, error) from error

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> _locked:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _atomic:  # noqa: N801
    """`with _atomic(target) as temporary:` write `temporary`; it becomes `target` only when whole and flushed."""

    def __init__(self, target: Path) -> None:
        self.target = target
        self.temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")

    def __enter__(self) -> Path:
        return self.temporary

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is not None:
            self.temporary.unlink(missing_ok=True)
            return
        with self.temporary.open("rb") as file:
            os.fsync(file.fileno())
        self.temporary.replace(self.target)


def _probe_space(path: Path) -> None:
    with tempfile.NamedTemporaryFile(dir=path) as probe:
        probe.write(b"balance")
        probe.flush()
    free = shutil.disk_usage(path).free
    if free < NEEDED_FREE_BYTES:
        raise OSError(errno.ENOSPC, f"only {free:,} bytes are free")


def _cannot_write(path: Path, error: OSError | ValueError) -> UserError:
    full = getattr(error, "errno", None) in (errno.ENOSPC, errno.EDQUOT)
    hint = "free some space, or choose another folder with --out" if full else "choose another folder with --out"
    return UserError(f"cannot write to {path}: {getattr(error, 'strerror', None) or error}", hint=hint, code="folder")


def digest_of(content: bytes) -> str:
    """Checksum of a stored file."""
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def _part_to_json(part: Part) -> dict[str, Any]:
    return {
        "arm": part.arm, "chunk": part.chunk.index, "first": part.chunk.first, "last": part.chunk.last,
        "wins": part.counts.wins, "ties": part.counts.ties, "capped": part.counts.capped, "failed": part.counts.failed,
        "rows": part.rows_digest, "checksum": part.checksum,
    }  # fmt: skip


def _part_from_json(item: Mapping[str, Any]) -> Part:
    chunk = Chunk(item["chunk"], item["first"], item["last"])
    counts = Counts(item["wins"], item["ties"], item["capped"], item["failed"])
    return Part(item["arm"], chunk, counts, item["rows"], item["checksum"])
