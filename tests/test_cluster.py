"""Campaigns and test sets on a Dask cluster: a scheduler and two workers, as processes on this machine."""

import contextlib
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import psutil
import pytest
import support
from support import REFSOL, contents, require_refusal, running, wait_for
from test_own import COPY, MANY, TOO_MUCH

from refsol import multigo
from refsol.jury.batches import BatchResult, Failure, run_cases
from refsol.jury.cases import CampaignPlan
from refsol.jury.faults import confirmed_run
from refsol.jury.parallel.cluster import Cluster
from refsol.jury.parallel.pool import result_of
from refsol.jury.run.command import Command
from refsol.jury.run.program import RUNNER_LOST, Function, Program, Result, RunLimits, RunOutcome, StartError
from refsol.jury.stress import Campaign, CampaignEnd, Finding
from refsol.own import Spec, problem_of
from refsol.problem import load

if os.environ.get("REFSOL_REQUIRE_CLUSTER") != "1":
    pytest.importorskip("distributed")

pytestmark = [
    pytest.mark.cluster,
    support.needs_linux,  # looks at processes
    # What distributed itself does is its own matter; refsol's command line ignores these warnings as well.
    pytest.mark.filterwarnings("default"),
]

FAMILIES: Final = ("small", "rings", "returning")
SCHEDULER: Final = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", "file"]
OPTIONS: Final = [word for family in FAMILIES for word in ("--family", family)]


class Started(NamedTuple):
    address: str
    place: Path
    workers: list["subprocess.Popen[bytes]"]

    def add_worker(self) -> None:
        """Start another worker, with one thread; it is killed for good if it is killed."""
        number = len(self.workers)
        options = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(self.place / "dask")]
        self.workers.append(dask(self.place, "worker", self.address, *options, log=f"{number}.log"))

    def is_complete(self) -> bool:
        """Return whether the scheduler knows all workers."""
        logs = [self.place / f"{number}.log" for number in range(len(self.workers))]
        return all(b"Registered to" in log.read_bytes() for log in logs)

    def servers(self, name: str = "") -> list[psutil.Process]:
        """Return the living processes that the workers have started, and theirs: all, or those of one name."""
        running = [psutil.Process(worker.pid) for worker in self.workers if worker.poll() is None]
        children = [child for worker in running for child in worker.children(recursive=True)]
        return [child for child in children if is_living(child, name)]

    def leftovers(self) -> list[str]:
        return [path.name for path in (self.place / "scratch").glob("refsol-*")]


def is_living(process: psutil.Process, name: str) -> bool:
    try:
        tracks = any("resource_tracker" in word for word in process.cmdline())  # of multiprocessing, for the worker
        return process.status() != psutil.STATUS_ZOMBIE and name in ("", process.name()) and not tracks
    except psutil.NoSuchProcess:
        return False


def dask(place: Path, kind: str, *arguments: str, log: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-P", "-m", f"distributed.cli.dask_{kind}", *arguments]
    environment = {**os.environ, "TMPDIR": str(place / "scratch")}
    with (place / log).open("wb") as file:
        return subprocess.Popen(command, cwd=place, env=environment, stdout=file, stderr=file)


def address_of(place: Path) -> str:
    file = place / "file"
    wait_for(lambda: file.exists() and file.read_bytes().rstrip().endswith(b"}"))
    return str(json.loads(file.read_bytes())["address"])


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Started]:
    place = tmp_path_factory.mktemp("cluster")
    (place / "scratch").mkdir()
    scheduler = dask(place, "scheduler", *SCHEDULER, log="scheduler.log")
    workers: list[subprocess.Popen[bytes]] = []
    try:
        cluster = Started(address_of(place), place, workers)
        for _ in range(2):
            cluster.add_worker()
        yield cluster
    finally:
        for process in [*workers, scheduler]:
            process.kill()
            process.wait()


@pytest.fixture
def cluster(started: Started) -> Iterator[Cluster]:
    """A connection to the cluster with two workers that run; afterwards nothing is left on them."""
    while sum(worker.poll() is None for worker in started.workers) < 2:
        started.add_worker()
    wait_for(started.is_complete)
    with Cluster(started.address) as executor:
        wait_for(lambda: executor.threads == 2)
        yield executor
    # A worker hears of the end a moment later than this process.
    wait_for(lambda: not started.servers() and not started.leftovers(), seconds=10)


@pytest.fixture
def program(tmp_path: Path, monkeypatch: support.Patch) -> list[str]:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    source = (support.ROOT / "docs" / "tour" / "connected.py").read_bytes()
    Path("wrong.py").write_bytes(b"import sys\nassert open(sys.argv[1]).read() == 'data'\n" + source)
    Path("data").write_text("data", encoding="ascii")
    return ["python3", "wrong.py", "data"]


def same(batch: BatchResult) -> object:
    """Return what a batch has in common wherever it runs: all but times and memory."""
    failure = batch.failure
    if failure is None:
        return batch.cases
    fault = failure.fault
    return batch.cases, failure.case, failure.data, fault.kind, fault.message, fault.verdict, fault.outcome.output


def test_cases_and_verdicts_are_those_of_a_local_run(cluster: Cluster, program: list[str]) -> None:
    plan = CampaignPlan(load("multigo"), "a", FAMILIES)
    local = Command(program)
    remote = cluster.command(program)
    futures = [cluster.submit(run_cases, plan, remote, number, 1) for number in range(12)]
    batches = [same(future.result()) for future in futures]
    assert batches == [same(run_cases(plan, local, number, 1)) for number in range(12)]
    assert len(set(map(type, batches))) == 2  # some cases fail, some don't


def test_cases_that_are_too_much_for_the_model_are_skipped_there_too(cluster: Cluster) -> None:
    plan = CampaignPlan(problem_of(Spec("many", "Many", "many.ctd", MANY, COPY)), "1")
    remote = cluster.command(["cat"])
    families = [frozenset[str](), frozenset({"large"})]
    futures = [cluster.submit(run_cases, plan, remote, 249, 1, left_out) for left_out in families]
    (tried,), (untried,) = (future.result().skipped for future in futures)
    assert (tried.case, untried.case) == (plan.case(249), plan.case(249))
    assert (tried.message, untried.message) == (TOO_MUCH, "")


def report(output: bytes) -> str:
    return re.sub(rb"\d+\.\d s|[\d.]+ a second", b"TIME", output).decode()


@pytest.mark.usefixtures("cluster")
def test_a_report_is_that_of_a_local_run(started: Started, tmp_path: Path, monkeypatch: support.Patch) -> None:
    monkeypatch.chdir(tmp_path)
    support.write_program(Path("wrong"), "#!/bin/sh\ncat > /dev/null; echo NO\n")
    program = ["./wrong"]
    arguments = ["multigo", "stress", *OPTIONS, "--seed", "1", "--jobs", "1", "--cases", "40", "--keep-going"]
    local = support.refsol_process(*arguments, "--", *program)
    names = [f"stress-multigo/multigo-1.{suffix}" for suffix in ("in", "ans", "out")]
    files = [Path(name).read_bytes() for name in names]
    for name in names:
        Path(name).unlink()
    remote = support.refsol_process(*arguments, "--dask", started.address, "--", *program)
    assert (remote.returncode, remote.stderr) == (local.returncode, local.stderr) == (1, b"")
    assert report(remote.stdout) == report(local.stdout)
    assert [Path(name).read_bytes() for name in names] == files


def busy(started: Started) -> tuple["subprocess.Popen[bytes]", list[psutil.Process]]:
    running = [worker for worker in started.workers if worker.poll() is None]
    families = {worker: psutil.Process(worker.pid).children(recursive=True) for worker in running}
    return next((worker, family) for worker, family in families.items() if family)


def test_a_killed_worker_costs_time_but_no_case(started: Started, cluster: Cluster) -> None:
    """What a killed worker was running ends, too, and other workers do its cases."""
    command = cluster.command(["sh", "-c", "cat > /dev/null; sleep 0.05; echo NONSENSE"])
    campaign = Campaign(
        CampaignPlan(load("nogo"), "k"),
        command,
        jobs=2,
        cases=24,
        keep_going=True,
        shrink_seconds=0.0,
        executor=cluster,
    )
    cases: list[int] = []
    for event in campaign.events():
        if isinstance(event, Failure):
            victim, family = busy(started)
            victim.kill()
            victim.wait()
            psutil.wait_procs(family, timeout=60)
            assert not any(map(psutil.Process.is_running, family))
        elif isinstance(event, Finding):
            cases.append(event.failure.case.number)
        elif isinstance(event, CampaignEnd):
            assert (event.cases, event.interrupted) == (24, False)
    assert len(cases) == 1


def test_a_killed_process_of_a_worker_is_replaced(started: Started, cluster: Cluster) -> None:
    plan = CampaignPlan(load("multigo"), "p", FAMILIES)
    events = Campaign(plan, Function(multigo.solve), jobs=2, cases=400, executor=cluster).events()
    next(events)
    for process in started.servers():
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()
    *_, end = events
    assert isinstance(end, CampaignEnd)
    assert end.cases == 400


def run_there(cluster: Cluster, program: Program) -> RunOutcome:
    outcome: RunOutcome = result_of(cluster, confirmed_run, program, b"")
    return outcome


def test_limits_apply_on_the_workers(cluster: Cluster) -> None:
    slow = cluster.command(["sleep", "600"], RunLimits(seconds=0.2))
    assert run_there(cluster, slow).fault is Result.TIME


def test_what_a_worker_does_not_have(cluster: Cluster) -> None:
    for word in ("no-such-program", "/no/such/program"):
        with pytest.raises(StartError, match=rf"^{word}: No such file or directory$"):
            run_there(cluster, cluster.command([word]))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_a_program_that_ends_or_stops_the_process_that_runs_it_is_at_fault(
    number: int, started: Started, cluster: Cluster
) -> None:
    """And the workers go on."""
    campaign = Campaign(
        CampaignPlan(load("multigo"), "k", FAMILIES),
        cluster.command(["sh", "-c", f"kill -{number} $PPID"]),
        cases=4,
        executor=cluster,
    )
    (finding,) = support.of_kind(Finding, campaign.events())
    assert finding.fault.outcome == RUNNER_LOST
    assert sum(worker.poll() is None for worker in started.workers) == 2


def test_an_interruption_leaves_nothing_running(started: Started, cluster: Cluster, tmp_path: Path) -> None:
    limits = ["--time-limit", "600", "--minutes", "9"]
    arguments = ["nogo", "stress", "--dask", started.address, "--family", "empty", *limits, "--"]
    words = ["sh", "-c", "setsid env -i sleep 599 & sleep 600"]
    with running(*REFSOL, *arguments, *words, cwd=tmp_path) as process:
        try:
            wait_for(lambda: len(started.servers("sleep")) == 4)
        finally:
            begin = time.monotonic()
            process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
        assert time.monotonic() - begin < 60
    assert (process.returncode, errors) == (130, b"")
    assert b"no fault (interrupted)" in output
    assert cluster.threads == 2


ENGINE: Final = shlex.join([sys.executable, str(support.ROOT / "tests" / "gtp_player.py")])
MATCH: Final = ["nogo", "match", "--simulations 20", ENGINE, "--games", "12", "--size", "5", "--sgf"]


@pytest.mark.usefixtures("cluster")
def test_a_match_is_that_of_a_local_run_also_if_a_worker_is_killed(started: Started, tmp_path: Path) -> None:
    local = support.refsol_process(*MATCH, "local", cwd=tmp_path)
    remote = support.refsol_process(*MATCH, "remote", "--dask", started.address, cwd=tmp_path)
    assert (remote.returncode, remote.stdout, remote.stderr) == (0, local.stdout, b"")
    assert contents(tmp_path / "remote") == contents(tmp_path / "local")
    with running(*REFSOL, *MATCH, "killed", "--dask", started.address, cwd=tmp_path) as process:
        wait_for(lambda: (tmp_path / "killed" / "00001a.sgf").exists())
        victim = next(worker for worker in started.workers if worker.poll() is None)
        family = psutil.Process(victim.pid).children(recursive=True)
        victim.kill()
        victim.wait()
        output, errors = process.communicate(timeout=120)
    assert (process.returncode, output, errors) == (0, local.stdout, b"")
    assert contents(tmp_path / "killed") == contents(tmp_path / "local")
    psutil.wait_procs(family, timeout=60)
    assert not any(map(psutil.Process.is_running, family))


@pytest.mark.usefixtures("cluster")
def test_a_test_set_is_the_same(started: Started, tmp_path: Path) -> None:
    assert support.refsol_process("tictactoe", "testset", "local", cwd=tmp_path).returncode == 0
    done = support.refsol_process("tictactoe", "testset", "remote", "--dask", started.address, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == b"remote: 42 tests written, 0 already there\n"
    assert contents(tmp_path / "remote") == contents(tmp_path / "local")


def calls_on(address: str) -> Iterator[list[str]]:
    yield ["testset", "set", "--dask", address]
    yield ["stress", "--dask", address, "--", "cat"]


@pytest.mark.usefixtures("cluster")
def test_another_version_is_refused(started: Started, tmp_path: Path) -> None:
    script = "import sys, refsol; refsol.__version__ = '0.0.1'; from refsol.__main__ import main; sys.exit(main())"
    for words in calls_on(started.address):
        done = support.python_process("-c", script, "tictactoe", *words, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, b"")
        assert re.fullmatch(
            rb"refsol: tcp://127\.0\.0\.1:\d+: a worker runs refsol 0\.1\.0, \w+, and this is refsol 0\.0\.1, \w+\n",
            done.stderr,
        )


def test_clusters_that_cannot_be_used(tmp_path: Path) -> None:
    """Nobody listens, the address is wrong, or there are no workers."""
    (tmp_path / "scratch").mkdir()
    scheduler = dask(tmp_path, "scheduler", *SCHEDULER, log="log")
    try:
        message = "no Dask scheduler answers there"
        reasons = {"tcp://127.0.0.1:9": message, "nonsense://": message}
        reasons[address_of(tmp_path)] = "the cluster has no workers"
        for address, reason in reasons.items():
            done = support.refsol_process("nogo", "stress", "--dask", address, "--", "cat", cwd=tmp_path, seconds=60)
            require_refusal(done, f"{address}: {reason}\n")
    finally:
        scheduler.kill()
        scheduler.wait()
