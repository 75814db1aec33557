"""The verb ``botzone`` of NoGo."""

from typing import Annotated, Final

from refsol.cli import nogo_gtp as search
from refsol.cli.files import STANDARD, emit, input_lines, write_output
from refsol.cli.status import BadInputError
from refsol.cli.verbs import as_verb, option
from refsol.errors import InputError, OptionError
from refsol.jury.bundles import bot_of
from refsol.nogo.play.botzone import NODES, SECONDS, Bot, responses
from refsol.nogo.play.player import SearchSettings
from refsol.problem import Problem

_MAX_LINE: Final = 2**20  # bytes; far longer than the longest request of a game


@as_verb(
    "Play by the protocol of Botzone on standard input and output, or write a bot to upload there.",
    "--bundle bot.py",
)
def botzone(
    problem: Problem,
    *,
    simulations: Annotated[int | None, search.SIMULATIONS] = None,
    seconds: Annotated[
        float, "Limit on the time for a move, in seconds, counted from the request.", option("S", least=0)
    ] = SECONDS,
    policy: Annotated[str, search.POLICY] = search.DEFAULTS.policy,
    selection: Annotated[str, search.SELECTION] = search.DEFAULTS.selection,
    exploration: Annotated[float | None, search.EXPLORATION] = None,
    equivalence: Annotated[float, search.EQUIVALENCE] = search.DEFAULTS.equivalence,
    expand_after: Annotated[int, search.EXPAND_AFTER] = search.DEFAULTS.expand_after,
    nodes: Annotated[int, search.NODES] = NODES,
    seed: Annotated[int, search.SEED] = search.DEFAULTS.seed,
    once: Annotated[
        bool, "Answer one request and end, instead of asking Botzone to keep the bot running.", option()
    ] = (False),
    bundle: Annotated[
        str | None,
        "Write the bot with these options to this file instead, as one Python file to upload.",
        option("FILE"),
    ] = None,
) -> None:
    """Answer the requests of standard input until it ends, or write the bot as a file.

    Raises ``BadInputError``, ``OptionError`` for options that no search can have, and ``FileError``.
    """
    search.require_simulations(simulations)
    settings = SearchSettings(
        *(simulations, seconds, policy, selection, exploration, equivalence, expand_after, nodes, seed)
    )
    try:
        bot = Bot(settings)
    except ValueError as error:
        raise OptionError(str(error)) from error
    if bundle is not None:
        text = bot_of(problem, settings._asdict(), keep_running=not once)
        write_output(bundle, [text.encode()])
        return
    try:
        lines = (line.decode("utf-8", "replace") for line in input_lines(_MAX_LINE))
        for text in responses(bot, lines, not once):
            emit([text.encode()])
    except InputError as error:
        raise BadInputError(f"{STANDARD}:{error}") from error
