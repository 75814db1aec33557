"""The files of a package, some in YAML, and a package as a zip archive that is the same whenever it is written."""

import errno
import os
import stat
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, NamedTuple


class PackageFile(NamedTuple):
    """A file at a ``path``, with slashes; its ``content`` may be in a file. It is ``executable`` if judges start it."""

    path: str
    content: bytes | Path
    executable: bool = False

    def size(self) -> int:
        """Return its length in bytes."""
        return self.content.stat().st_size if isinstance(self.content, Path) else len(self.content)

    def chunks(self) -> Iterator[bytes]:
        """Yield its content in chunks. O(size)."""
        with BytesIO(self.content) if isinstance(self.content, bytes) else self.content.open("rb") as file:
            while chunk := file.read(2**20):
                yield chunk

    def mode(self) -> int:
        """Return its permissions, before a mask."""
        return 0o777 if self.executable else 0o666


def text_file(path: str, text: str, *, executable: bool = False) -> PackageFile:
    """Return the file at ``path``, maybe ``executable``, with a ``text`` in UTF-8 (``surrogateescape``). O(length)."""
    return PackageFile(path, text.encode("utf-8", "surrogateescape"), executable)


def yaml_file(path: str, settings: Mapping[str, object]) -> PackageFile:
    """Return the file at ``path`` with ``settings`` in YAML that every version reads alike: quoted texts. O(size)."""
    import yaml  # slow to import, and only packages need it

    class Dumper(yaml.SafeDumper):
        def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
            super().increase_indent(flow)  # also in lists

    def scalar(dumper: Dumper, text: str, style: str = '"') -> yaml.ScalarNode:
        return dumper.represent_scalar("tag:yaml.org,2002:str", text, style)

    def mapping(dumper: Dumper, value: dict[str, object]) -> yaml.MappingNode:
        pairs = [(scalar(dumper, key, ""), dumper.represent_data(each)) for key, each in value.items()]
        return yaml.MappingNode("tag:yaml.org,2002:map", pairs, flow_style=False)

    Dumper.add_representer(str, scalar)
    Dumper.add_representer(dict, mapping)
    return text_file(path, yaml.dump(settings, Dumper=Dumper, allow_unicode=True, width=10**9))  # no line is broken


def write_zip(target: BinaryIO, files: Sequence[PackageFile]) -> None:
    """Write ``files``, sorted, as a zip that is always the same; ``OSError`` if ``target`` can't seek. O(size)."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        try:
            for file in sorted(files):
                _write_entry(archive, file)
        except BaseException:
            archive.fp = None  # or closing it would write the archive's end, or complain instead that an entry is open
            raise


def _write_entry(archive: zipfile.ZipFile, file: PackageFile) -> None:
    info = zipfile.ZipInfo(file.path, (1980, 1, 1, 0, 0, 0))  # the earliest time of a zip archive
    info.create_system = 3  # Unix
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = (stat.S_IFREG | file.mode() & ~0o022) << 16
    info.file_size = file.size()  # so that zipfile knows whether it needs the format for large files
    zlib.compressobj()  # where there is no memory for one, zipfile would complain about the entry that it has half made
    with archive.open(info, "w") as entry:
        if info.flag_bits & 0x08:  # the size follows, since zipfile couldn't seek; so the archive would differ
            raise OSError(errno.ESPIPE, os.strerror(errno.ESPIPE))
        for chunk in file.chunks():
            entry.write(chunk)
