"""Why a move of Multi-Go is legal or not: the parts of a territory that would be split, and the cells in a hole.

The reasons come from the rules. Each explanation is O(NM log NM), reading O(NM + K), and playing the game O(1) a move.
"""
# mypyc: interpreted

from collections.abc import Iterator, Sequence
from typing import Final

from mypy_extensions import i32

from refsol.multigo.board import Board, scan_board, scan_move
from refsol.multigo.game import Game
from refsol.multigo.legality import report_illegal
from refsol.multigo.rules import Territory, try_move
from refsol.problem.contract import Explanation, Place, Steps, explained
from refsol.problem.scene import Cell, Ground, Mark, Piece, Scene, player, take_scene
from refsol.problem.selection import Selection, on_a_page, selected
from refsol.problem.wording import counted, listed
from refsol.text.scanner import Input, Scanner

MOVE: Final = "move"  # the option that selects a move by its number

_LISTED: Final = 6  # players
_MOST_CELLS: Final = 4_000_000  # to search them takes seconds, not minutes


def explain(source: Input, selection: Selection) -> Iterator[Explanation]:
    scanner, board, moves = _read(source)
    yield from _explanations(scanner, board, moves, selected(selection, MOVE, moves, "move"))


def show(source: Input, selection: Selection) -> Scene:
    if MOVE in selection:
        return next(explain(source, selection)).scene
    board, moves = scan_board(Scanner(source))
    return _explain_start(board, int(moves)).scene


def steps(source: Input, selection: Selection) -> Steps:
    """Return the steps: the start, every move on the board before it, and the end."""
    scanner, board, moves = _read(source)
    numbers = range(moves + 2)
    opened = selected(selection, MOVE, moves, "move").start if MOVE in selection else 0
    shown = on_a_page(numbers, opened, (int(board.height), int(board.width)), _MOST_CELLS)
    return Steps(numbers, shown, opened, _explanations(scanner, board, moves, shown), f"--{MOVE}")


def place(source: Input, answers: Sequence[bytes], token: int) -> Place:
    """Return the move of a token of the right ``answers``.

    If the answer were another one with a refused move made before, that is what a program may have done. O(NM + K).
    """
    name, selection = f"move {token + 1}", {MOVE: token + 1}
    scanner = Scanner(source)
    board, moves = scan_board(scanner)
    refused: dict[Cell, tuple[int, int]] = {}  # the last move on each cell, and its player
    for number, answer in enumerate(answers[: min(token, int(moves))], 1):
        x, y, gainer = scan_move(scanner, board)
        refused.pop((x, y), None)
        if answer == b"NO":
            refused[x, y] = number, gainer
        else:
            board.owner[x * board.stride + y] = i32(gainer)
    if token < moves:
        x, y, gainer = scan_move(scanner, board)
        wrong = "YES" if answers[token] == b"NO" else "NO"
        tried = _MOST_CELLS // int(board.height * board.width)
        for at, (number, player) in list(reversed(refused.items()))[:tried]:
            index = at[0] * board.stride + at[1]
            owner, board.owner[index] = board.owner[index], i32(player)
            is_legal = all(territory.is_legal() for territory in try_move(board, (x, y), gainer))
            board.owner[index] = owner
            if is_legal == (wrong == "YES"):
                sentence = f"Move {number} was refused; if it had been made, the answer here would be {wrong}."
                return Place(name, selection, (wrong, sentence))
    return Place(name, selection)


def _read(source: Input) -> tuple[Scanner, Board, int]:
    """Return the scanner before the moves, the board, which must be legal, and the number of moves."""
    scanner = Scanner(source)
    board, moves = scan_board(scanner)
    report_illegal(scanner, board)
    return scanner, board, int(moves)


def _explanations(scanner: Scanner, board: Board, moves: int, wanted: range) -> Iterator[Explanation]:
    """Read all moves; explain those in ``wanted``: 0 is the start, and the number after the last move is the end."""
    game = Game(board)
    legal = 0
    cell = (1, 1)
    if 0 in wanted:
        yield _explain_start(board, moves)
    for move in range(1, moves + 1):
        x, y, player = scan_move(scanner, board)
        cell = (x, y)
        if move in wanted:
            yield _explain_move(board, move, cell, player)
        if move + 1 < wanted.stop:
            legal += game.play(x, y, player)
    scanner.finish()
    if moves + 1 in wanted:
        scene = _scene(board, middle=cell)
        answer = f"{counted(legal, 'legal move')} of {moves}"
        yield explained({}, "the position at the end", answer, (f"{_present(board)}.",), scene)


def _explain_start(board: Board, moves: int) -> Explanation:
    size = f"{counted(int(board.height), 'row')} and {counted(int(board.width), 'column')}"
    reason = f"The board has {size}, and {_present(board)}."
    return explained({}, "the position at the start", f"{counted(moves, 'move')} to come", (reason,), _scene(board))


def _present(board: Board) -> str:
    return f"{sum(board.present)} of {counted(int(board.players), 'player')} have cells"


def _explain_move(board: Board, move: int, cell: Cell, gainer: int) -> Explanation:
    x, y = cell
    loser = int(board.owner[x * board.stride + y])
    marks: list[Mark] = []
    if loser == gainer:
        answer = "YES"
        reasons = [f"The cell already belongs to player {gainer}: nothing changes."]
    else:
        territories = try_move(board, cell, gainer)
        if all(territory.is_legal() for territory in territories):
            answer = "YES"
            reasons = [_legal_reason(territory) for territory in territories]
        else:
            answer = "NO"
            breaches = [breach for territory in territories for breach in _breaches(territory)]
            reasons = [reason for reason, _marks in breaches]
            marks = [mark for _reason, found in breaches for mark in found]
    subject = f"move {move}: cell ({x}, {y}) of player {loser} to player {gainer}"
    return explained({MOVE: move}, subject, answer, reasons, _scene(board, marks, cell))


def _scene(board: Board, marks: Sequence[Mark] = (), focus: Cell | None = None, middle: Cell | None = None) -> Scene:
    owner, stride = board.owner, int(board.stride)

    def piece(x: int, y: int) -> Piece:
        return player(int(owner[x * stride + y]))

    return take_scene(Ground.REGIONS, int(board.height), int(board.width), piece, tuple(marks), focus, middle)


def _breaches(territory: Territory) -> Iterator[tuple[str, list[Mark]]]:
    player, parts, enclosed, enclosed_players = territory
    whose = f"Player {player}'s territory would"
    if len(parts) > 1:
        *first, last = [f"{{{listed(part)}}}" for part in parts]
        marks = [Mark(f"part {number} of player {player}'s territory", part) for number, part in enumerate(parts, 1)]
        yield f"{whose} be split into the 4-connected parts {', '.join(first)} and {last}.", marks
    if enclosed:
        others = f"{'player' if len(enclosed_players) == 1 else 'players'} {_numbers(enclosed_players)}"
        no_path = f"no 8-connected path to the edge of the board from {listed(enclosed)}"
        yield f"{whose} enclose {others}: {no_path}.", [Mark(f"enclosed by player {player}", enclosed)]


def _numbers(players: Sequence[int]) -> str:
    *first, last = [str(player) for player in players[:_LISTED]]
    if len(players) > _LISTED:
        return f"{', '.join([*first, last])} and {len(players) - _LISTED} more"
    return f"{', '.join(first)} and {last}" if first else last


def _legal_reason(territory: Territory) -> str:
    count = sum(len(part) for part in territory.parts)
    if count == 0:
        return f"Player {territory.player} would have no cells left, which breaks no rule."
    cells = counted(count, "cell")
    return f"Player {territory.player}'s territory would have {cells}, be 4-connected and enclose nobody."
