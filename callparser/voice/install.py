"""Installing, checking and removing models. Nothing half done is ever where a model is looked for."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from callparser.errors import InputError, InstallFailed
from callparser.voice import layout, models, shelf
from callparser.voice.catalogue import Offer, Remote, check_name, offers
from callparser.voice.download import NoRoom, Patience, check_room, fetch
from callparser.voice.models import File, Model
from callparser.voice.unpack import Bounds, size_of, unpack

#: Called with what is fetched, the bytes that are there, and the bytes expected, if known.
Report = Callable[[str, int, "int | None"], None]

_MAX_FILES: Final = 5_000


@dataclass(frozen=True, slots=True)
class Installed:
    """``fresh`` is False when it was there already. ``first_use`` lists what nobody has a SHA-256 of."""

    model: Model
    fresh: bool
    first_use: tuple[str, ...] = ()

    @property
    def useless(self) -> str:
        """Why it cannot hear calls although it is whole, or nothing."""
        return layout.STATIC if layout.static_graph(self.model) else ""


def install(name: str, report: Report, patience: Patience | None = None) -> Installed:
    """Fetch a model of the catalogue, unless it is there and whole. Raises :class:`InstallFailed`."""
    known = offers()
    if name in _built_in():
        raise InputError(f"{name} comes with callparser; there is nothing to install")
    if name not in known:
        raise InputError(f"there is no model {name[:60]!r} to install; there are {', '.join(known)}. "
                         "A model that you have as a file: install NAME --from FILE.zip|DIR")  # fmt: skip
    offer = known[name]
    with shelf.locked():
        there = shelf.read().models.get(name)
        if there and not any(models.problems(there, static=False)):
            return Installed(there, fresh=False)
        partials = shelf.work() / "partial" / name
        partials.mkdir(parents=True, exist_ok=True)
        for remote in offer.files:
            fetch(remote, partials / remote.path, partial(report, remote.path), patience)
        try:
            return _place(
                name, partials / offer.files[0].path if offer.zipped else partials, offer, fetched=True
            )
        except NoRoom:
            raise  # what was fetched is good
        except InstallFailed:
            shutil.rmtree(partials)
            raise


def install_from(source: Path, name: str | None, bounds: Bounds | None = None) -> Installed:
    """Install what a user has: a zip archive or a directory. Raises :class:`InstallFailed`."""
    if not source.exists():
        raise InputError(f"{source}: found no such file or directory; expected a zip archive or a directory")
    name = check_name(name or (source.resolve().name if source.is_dir() else source.stem))
    if name in _built_in():
        raise InputError(f"{name} comes with callparser; give another name before --from")
    with shelf.locked():
        return _place(name, source, offers().get(name), bounds=bounds)


def remove(name: str, *, pins: bool = False) -> int:
    """Delete an installed model; returns the bytes. With ``pins`` its recorded SHA-256s are forgotten too."""
    if name in _built_in():
        raise InputError(f"{name} comes with callparser and stays; only installed models can be removed")
    place = shelf.root() / check_name(name)
    with shelf.locked():
        record = shelf.read()
        pinned = [key for key in record.seen if key.startswith(f"{name}/")]
        if name not in record.models and not place.is_dir() and not (pins and pinned):
            raise InputError(f"no model {name[:60]!r} is installed; installed: "
                             f"{', '.join(record.models) or 'none'}")  # fmt: skip
        gone = record.models.pop(name, None)
        for key in pinned if pins else ():
            del record.seen[key]
        shelf.write(record)
        _sweep(place)
        _sweep(shelf.work() / "partial" / name)
        return sum(file.size for file in gone.files) if gone else 0


def fetched_bytes(offer: Offer) -> int:
    """How much of a download is there already."""
    folder = shelf.work() / "partial" / offer.name
    return sum(path.stat().st_size for file in offer.files if (path := folder / file.path).is_file())


def _built_in() -> set[str]:
    return {model.name for model in models.available()}


def _place(
    name: str, source: Path, offer: Offer | None, *, fetched: bool = False, bounds: Bounds | None = None
) -> Installed:
    """From an archive or a directory to the shelf: checked, recorded, and moved there at one stroke."""
    record = shelf.read()
    first = _first_seen(name, source, offer, record.seen) if fetched else {}
    _check_known(name, source, offer, record.seen)
    new = shelf.work() / "new"
    _sweep(new)
    new.mkdir()
    try:
        _fill(new, source, offer, fetched, bounds)
        model = _described(name, new, offer)
        for problem in models.problems(model, content=False, static=False):
            raise InstallFailed(f"{source}: {problem}")
        model = replace(model, files=tuple(_files(new)), path=shelf.root() / name)
        _move(new, model.path)
    finally:
        _sweep(new)
    record.models[name] = replace(model, repair=f"callparser models install {name}")
    record.seen.update(first)
    shelf.write(record)
    if fetched:
        _sweep(shelf.work() / "partial" / name)
    return Installed(record.models[name], fresh=True, first_use=tuple(key.partition("/")[2] for key in first))


def _check_known(name: str, source: Path, offer: Offer | None, seen: dict[str, str]) -> None:
    """Raises :class:`InstallFailed` for a file that is not what was published, or seen before."""
    for remote, path in _parts(source, offer):
        expected = remote.sha256 or seen.get(f"{name}/{remote.path}")
        if expected and (found := models.sha256(path)) != expected:
            why = "was published" if remote.sha256 else "was seen at first use"
            raise InstallFailed(
                f"{remote.path}: found SHA-256 {found}, expected {expected} as {why}; nothing was installed. "
                "If the file was changed for a good reason: "
                + ("update callparser" if remote.sha256 else f"callparser models remove {name} --forget")
            )


def _first_seen(name: str, source: Path, offer: Offer | None, seen: dict[str, str]) -> dict[str, str]:
    """The SHA-256 of every fetched file that nobody has published one of, and that was not seen before."""
    return {
        key: models.sha256(path)
        for remote, path in _parts(source, offer)
        if not remote.sha256 and (key := f"{name}/{remote.path}") not in seen
    }


def _parts(source: Path, offer: Offer | None) -> Iterator[tuple[Remote, Path]]:
    """The files of the catalogue that ``source`` is or has."""
    if offer is None:
        return
    if source.is_dir() and not offer.zipped:
        yield from (
            (remote, source / remote.path) for remote in offer.files if (source / remote.path).is_file()
        )
    elif source.is_file() and offer.zipped:
        yield offer.files[0], source


def _fill(new: Path, source: Path, offer: Offer | None, fetched: bool, bounds: Bounds | None) -> None:
    """Unpack, move or copy. Of a known folder only the files in the catalogue are taken."""
    if source.is_file():
        check_room(new, size_of(source, bounds))
        unpack(source, new, bounds)
        return
    only = {remote.path for remote in offer.files} if offer and not offer.zipped else None
    found = [(path, to) for path, to in _walk(source) if only is None or to in only]
    if not fetched:
        check_room(new, sum(path.stat().st_size for path, _ in found))
    for path, to in found:
        (new / to).parent.mkdir(parents=True, exist_ok=True)
        if fetched:
            path.rename(new / to)
        else:
            shutil.copyfile(path, new / to)


def _walk(source: Path) -> Iterator[tuple[Path, str]]:
    """Every file of a directory, and its path in there. Links to files are followed: the user pointed
    here, and download tools keep models as links. Hidden files are none of the model's."""
    count = 0
    for folder, folders, names in os.walk(source):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for path in (Path(folder, name) for name in sorted(names) if not name.startswith(".")):
            count += 1
            if not path.is_file():
                raise InstallFailed(f"{path}: found a device or a broken link, expected files only")
            if count > _MAX_FILES:
                raise InstallFailed(f"{source}: more than {_MAX_FILES} files; it is no speech model")
            yield path, path.relative_to(source).as_posix()


def _described(name: str, path: Path, offer: Offer | None) -> Model:
    found = replace(models.from_directory(path), name=name)
    if offer is None:
        return found
    if found.engine != offer.engine:
        raise InstallFailed(f"{name}: found a model for {found.engine}, expected one for {offer.engine}")
    return replace(found, languages=offer.languages, licence=offer.licence, origin=offer.origin)


def _files(folder: Path) -> Iterator[File]:
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        yield File(path.relative_to(folder).as_posix(), path.stat().st_size, models.sha256(path))


def _move(new: Path, place: Path) -> None:
    """Put ``new`` in the place of what is there, which comes back when that fails."""
    old = shelf.work() / "old"
    shutil.rmtree(old, ignore_errors=True)
    if place.exists():
        place.rename(old)
    try:
        new.rename(place)
    except OSError:
        if old.exists():
            old.rename(place)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _sweep(folder: Path) -> None:
    """Delete a directory. It is moved out of the way first: what is half deleted is no model."""
    if folder.exists():
        old = shelf.work() / "old"
        shutil.rmtree(old, ignore_errors=True)
        folder.rename(old)
        shutil.rmtree(old)
