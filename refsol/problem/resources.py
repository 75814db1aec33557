"""Files that belong to a package, wherever it was imported from: a directory or a zip archive."""

import pkgutil
from errno import ENOENT


def data_in(package: str, name: str) -> bytes | None:
    """Return the content of the file ``name`` that belongs to a ``package``, or None if there is none.

    Raises ``OSError`` if it can't be read. O(length).
    """
    try:
        return pkgutil.get_data(package, name)
    except OSError as error:
        if error.errno and error.errno != ENOENT:  # there is such a file; from a zip, the number is 0
            raise
        return None
