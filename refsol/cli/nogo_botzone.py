"""The verb ``botzone`` of NoGo."""

from collections.abc import Mapping
from typing import Annotated, Final

from refsol.cli.files import STANDARD, InputLines, emit, write_output
from refsol.cli.nogo_gtp import search_options, search_settings
from refsol.cli.status import BadInputError
from refsol.cli.verbs import Scalar, as_verb, option
from refsol.errors import InputError, OptionError
from refsol.jury.bundles import bot_of
from refsol.nogo.play.botzone import NODES, SECONDS, Bot, responses
from refsol.nogo.play.player import SearchSettings
from refsol.problem import Problem

_DEFAULTS: Final = SearchSettings(seconds=SECONDS, nodes=NODES)


@as_verb(
    "Play by the protocol of Botzone on standard input and output, or write a bot to upload there.", "--bundle bot.py"
)
def botzone(
    problem: Problem,
    *,
    search: Annotated[
        Mapping[str, Scalar],
        search_options(
            "Limit on the time for a move, in seconds, counted from the request.", _DEFAULTS, ["threads", "endgame"]
        ),
    ] = {},
    once: Annotated[
        bool, "Answer one request and end, instead of asking Botzone to keep the bot running.", option()
    ] = False,
    bundle: Annotated[
        str | None,
        "Write the bot with these options to this file instead, as one Python file to upload.",
        option("FILE"),
    ] = None,
) -> None:
    settings = search_settings(search, _DEFAULTS)
    try:
        bot = Bot(settings)
    except ValueError as error:
        raise OptionError(str(error)) from error
    if bundle is not None:
        text = bot_of(problem, settings._asdict(), keep_running=not once)
        write_output(bundle, [text.encode()])
        return
    try:
        lines = (line.decode("utf-8", "replace") for line in InputLines(2**20))  # bytes; no request is that long
        for text in responses(bot, lines, not once):
            emit([text.encode()])
    except InputError as error:
        raise BadInputError(f"{STANDARD}:{error}") from error
