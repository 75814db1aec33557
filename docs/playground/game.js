// A game on an empty board, or on that of the input: games.py makes the moves.

import { makeBoard } from "./board.js";
import { inputFiles, setInput } from "./input.js";
import { download, element, make, on, problem } from "./page.js";
import { show, view } from "./views.js";
import { say, work } from "./work.js";

export let moves = [];
let game = null; // its state, as games.py describes it
let playing = false; // a move is being made

const BEGINNER = 10; // simulations; refsol searches for half of its moves only, and plays the others at random
const isOnEmpty = () => element("begin").value === "empty" && Boolean(problem.board);
const board = () => (isOnEmpty() ? { "input.txt": problem.board } : inputFiles());
const simulations = () => Number(element("simulations").value);

const { draw: drawBoard, moveTo: moveCursor } = makeBoard(element("board"), {
  choose: (x, y) => play({ move: problem.name === "multigo" ? [x, y, Number(element("player").value)] : [x, y] }),
  describe: (x, y, text) => {
    element("cell").textContent = `row ${x}, column ${y}: ${{ ".": "empty", "!": "allowed", X: "black", O: "white" }[text] ?? text}`;
  },
});

// Begins the game with these moves, once it is shown.
export function resume(made = []) {
  moves = made;
  game = null;
}

// Says what games begin on: "empty" or "input", which is shown beside the board.
export function setBeginning(value) {
  element("begin").value = element("playground").dataset.board = value;
}

// Begins as the problem's first game does: on an empty board, if there is one.
export function beginAnew() {
  setBeginning(problem.board ? "empty" : "input");
  resume();
  if (view === "play") play();
}

async function play(next = {}) {
  if (!problem.playable || (next.move && (playing || isRefsolsTurn()))) return;
  playing = true;
  await work(async (_run, asking) => {
    await makeMove(asking, next);
    if (!isRefsolsTurn()) return;
    const isRandom = problem.name !== "nogo" || (simulations() === BEGINNER && Math.random() < 0.5);
    await makeMove(asking, isRandom ? { random: crypto.randomUUID() } : { move: (await search(asking))[0][0] });
  });
  playing = false;
}

async function makeMove(asking, next) {
  const now = await asking({ do: "play", game: problem.name, moves, ...next }, board());
  element("message").classList.toggle("error", now.error !== undefined || now.refused);
  element("analysis").replaceChildren();
  element("message").textContent = now.error ?? now.message;
  if (now.error === undefined) {
    game = now;
    moves = now.moves;
    drawBoard(now.picture, now.grid);
  } else if (game === null) element("board").replaceChildren();
  element("moves").textContent = moves.length > 0 ? `Moves: ${moves.map((move) => `(${move.join(", ")})`).join(" ")}` : "";
  element("unsaved").textContent = game?.no_input ?? "";
  element("save").ariaDisabled = element("take").ariaDisabled = String(!game?.as_input);
  element("undo").ariaDisabled = element("restart").ariaDisabled = String(moves.length === 0);
}

const sideToMove = () => 1 + (moves.length % 2); // black or white, as nogo/board.py has them
const isRefsolsTurn = () => Boolean(problem.board) && game !== null && !game.over && Number(element("colour").value) === sideToMove();

// Returns what a search says of the position.
async function search(asking) {
  const request = { do: "analyse", moves, simulations: simulations() };
  return (await asking(request, board())).found;
}

// Tells an action what a search says of the position, unless the game is over.
async function consult(action) {
  if (game !== null && !game.over) await work(async (_run, asking) => action(await search(asking)));
}

const percent = (share) => `${Math.round(100 * share)} %`;

const hint = () =>
  consult(([[[x, y], share]]) => {
    moveCursor(x, y);
    return `Hint: (${x}, ${y}), with which ${percent(share)} of the simulations began.`;
  });

const analyse = () =>
  consult((found) => {
    const head = make("tr", {}, ...["Move", "Share of simulations", "Won by the side to move"].map((title) => make("th", { scope: "col" }, title)));
    const rows = found.slice(0, 8).map(([[x, y], share, won]) => make("tr", {}, ...[`(${x}, ${y})`, percent(share), percent(won)].map((text) => make("td", {}, text))));
    element("analysis").replaceChildren(make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)));
  });

// Against refsol, its answer also goes.
function undo() {
  const both = problem.board && element("colour").value !== "" && Number(element("colour").value) !== sideToMove();
  moves = moves.slice(0, both ? -2 : -1);
  return play();
}

function save() {
  if (!game?.as_input) return say(game?.no_input ?? "");
  const link = download(game.as_input, `${problem.name}.in`, "text/plain");
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000); // after the download has begun
}

function take() {
  if (!game?.as_input) return say(game?.no_input ?? "");
  setInput(new TextEncoder().encode(game.as_input));
  show("solve");
}

function judge() {
  const made = moves;
  const output = game?.as_output ?? "";
  if (isOnEmpty()) setInput(new TextEncoder().encode(problem.board));
  resume(made);
  element("output").value = output;
  show("check");
}

on("input", "renewed", () => {
  setBeginning("input");
  resume();
});
on("play", "shown", () => play());
on("colour", "change", () => play());
on("begin", "change", ({ target }) => {
  setBeginning(target.value);
  resume();
  play();
});
on("random", "click", () => play({ random: crypto.randomUUID() }));
on("restart", "click", () => {
  resume();
  return play();
});
for (const [id, action] of Object.entries({ hint, analyse, undo, save, take, judge })) on(id, "click", action);
