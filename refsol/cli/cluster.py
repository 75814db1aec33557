"""A Dask cluster, for the verbs that have the option ``--dask``."""

import gc
import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from refsol.cli.status import FileError
from refsol.jury.calls import ExecutorError
from refsol.jury.cluster import Cluster
from refsol.problem import Problem


@contextmanager
def connected(address: str, problem: Problem) -> Iterator[Cluster]:
    """Connect to the cluster with the scheduler at ``address``, for a ``problem``.

    At the end, nothing is left running there.

    Raises ``FileError`` if the cluster can't be used, at first or later.
    """
    logging.disable()  # what Dask and its server have to say is said in one line, by an exception
    warnings.simplefilter("ignore")
    gc.enable()  # off in short runs; Dask creates cycles
    try:
        with Cluster(address, problem) as cluster:
            yield cluster
    except ExecutorError as error:
        raise FileError(str(error)) from error
