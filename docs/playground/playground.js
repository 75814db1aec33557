// The playground: the input on one side; on the other what refsol makes of it, the verdict on an output, and a game.

import { makeBoard } from "./board.js";
import { makeEditor } from "./editor.js";
import { ask, start, stop, watch } from "./interpreter.js";
import { decode, encode } from "./link.js";
import { makeRunner } from "./runner.js";

const LIMIT = 2 ** 20; // bytes of a file; commands.py has it, too
const SHOWN = 100_000; // characters of a text that are shown
const MINUTE = 60; // seconds, after which no further case begins
const MOST_WRITTEN = 2 ** 24; // bytes that a program may write
const MOST_ERRORS = 4096; // bytes of its standard error that are kept, the last ones
const INPUT = "input.txt";
const OUTPUT = "output.txt";
const [BLACK, WHITE] = [1, 2]; // as nogo/board.py has them
const WRONG = 1; // the exit status of a wrong output

const element = (id) => document.getElementById(id);
const examples = JSON.parse(element("examples").textContent);
const TYPED = ["input", "output", "description", "model"];
const views = ["try", "solve", "check", "play"];
const OWN = { name: "own", title: "A problem of your own", statement: "guides/own.html", program: examples.program, samples: [], families: [], options: [], selection: [] };
const problems = [...JSON.parse(element("problems").textContent), OWN];
let problem = problems[0];
let raw = null; // the bytes of an opened file, where a text area would change them
let view = "try";
let task = 0; // the number of what has been asked for last
let working = false; // on it

function make(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in made) made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

// Says what has become of what was asked for, and what the interpreter is doing.
let said = "";
let state = "loading";
function say(text = said) {
  said = text;
  const doing = state === "loading" ? "Loading Python and refsol…" : working ? "Working…" : "";
  element("status").textContent = [said, doing].filter(Boolean).join(" ") || "Ready.";
}

// ---- The input ----

const inputBytes = () => raw ?? new TextEncoder().encode(element("input").value);

function setInput(bytes) {
  const text = new TextDecoder().decode(bytes);
  element("input").value = text;
  raw = element("input").value === text && !text.includes("\ufffd") ? null : bytes;
  showSize();
  restartGame();
}

function showSize() {
  const size = inputBytes().length;
  const exact = raw === null ? "" : " The file is used exactly as it is, including line ends and bytes that can't be shown.";
  const excess = size > LIMIT ? ` That is too large: the limit is ${LIMIT} bytes.` : "";
  element("size").textContent = `${size} bytes.${exact}${excess}`;
}

const refuse = (name, size) => say(`${name} has ${size} bytes; the playground takes at most ${LIMIT}.`);

async function open(file) {
  if (file.size > LIMIT) return refuse(file.name, file.size);
  setInput(new Uint8Array(await file.arrayBuffer()));
  element("source").value = "";
  showFamily();
  await present();
}

function setProblem(name) {
  ++task;
  runner.stop();
  busy(false);
  problem = problems.find((each) => each.name === name) ?? problems[0];
  element("problem").value = problem.name;
  element("title").textContent = problem.title;
  element("statement").href = problem.statement;
  const groups = new Map([["Samples", problem.samples.map(({ name }) => make("option", { value: `=${name}` }, /^\d/.test(name) ? `sample ${name}` : name))]]);
  for (const { name, group } of problem.families) {
    const title = `Generated: ${group}`;
    groups.set(title, [...(groups.get(title) ?? []), make("option", { value: name }, name)]);
  }
  const own = make("option", { value: "" }, "my own input");
  element("source").replaceChildren(own, ...[...groups].map(([label, all]) => make("optgroup", { label }, ...all)));
  const controls = { solve: problem.options, select: problem.selection };
  const all = Object.entries(controls).flatMap(([use, options]) => options.map((option) => control(option, use)));
  element("settings").replaceChildren(...all);
  element("more").hidden = all.length === 0;
  element("opponent").hidden = problem.name !== "nogo";
  element("taker").hidden = problem.name !== "multigo";
  element("judge").hidden = problem.name !== "nogo";
  const isOwn = problem === OWN;
  element("own").hidden = !isOwn;
  for (const box of document.querySelectorAll(".box")) box.hidden = isOwn;
  for (const each of views.slice(1)) element(`tab-${each}`).hidden = isOwn || (each === "play" && !problem.playable);
  element("statement").textContent = isOwn ? "How to describe it" : "Read the statement";
  if (problems.some(({ program }) => program === editor.text())) editor.set(problem.program);
  const options = isOwn ? " --format input.ctd --model 'python3 model.py'" : "";
  element("elsewhere").textContent = `refsol ${problem.name} stress${options} -- ./your_program`;
  clear("found", "results", "verdict");
}

// Returns an option with its help beside it.
function control({ name, values, flag, help }, use) {
  const field = values
    ? make("select", {}, ...values.map((value) => make("option", { value }, value)))
    : flag
      ? make("input", { type: "checkbox" })
      : make("input", { inputMode: "numeric", pattern: "[0-9]*", size: 6, autocomplete: "off" });
  field.name = name;
  field.dataset.for = use;
  const note = make("span", { className: "note", id: `help-${use}-${name}` }, help);
  field.setAttribute("aria-describedby", note.id);
  return make("div", {}, make("label", {}, flag ? field : name, flag ? ` ${name}` : field), note);
}

function showFamily() {
  const family = problem.families.find(({ name }) => name === element("source").value);
  element("family").hidden = family === undefined;
  if (family === undefined) return;
  element("purpose").textContent = `${family.purpose[0].toUpperCase()}${family.purpose.slice(1)}.`;
  const sizes = family.sizes.map(({ name, least, most, value }) =>
    make("label", {}, name, make("input", { type: "number", name, min: least, max: most, value, required: true })),
  );
  element("sizes").replaceChildren(...sizes);
}

async function begin() {
  const source = element("source").value;
  showFamily();
  if (source.startsWith("=")) {
    const { text } = problem.samples.find(({ name }) => name === source.slice(1));
    setInput(new TextEncoder().encode(text));
    await present();
  } else if (source !== "") await generate();
}

async function generate() {
  const words = [problem.name, "generate", element("source").value, "--seed", element("seed").value];
  for (const { name, value } of element("sizes").querySelectorAll("input")) words.push(`--${name}`, value);
  await work(async (run) => {
    const { output, errors } = await run(words, {});
    if (output.length > LIMIT) throw new Error(`This input has ${output.length} bytes; the playground takes at most ${LIMIT}.`);
    if (errors) throw new Error(errors.trim());
    setInput(new TextEncoder().encode(output));
  });
  if (inputBytes().length > 0) await present();
}

// ---- Commands ----

class Superseded extends Error {}

// Runs an action that asks the interpreter. Once another has begun, it goes no further. A problem is said, not thrown.
async function work(action) {
  const mine = ++task;
  runner.stop(); // a trial that is superseded
  const asking = async (...what) => {
    if (mine !== task) throw new Superseded();
    const reply = await ask(...what);
    if (mine !== task) throw new Superseded();
    return reply;
  };
  const run = (words, files, wanted) => asking({ do: "run", arguments: words, wanted }, files);
  busy(true);
  say("");
  let result = "Done.";
  try {
    result = (await action(run, asking)) ?? result;
  } catch (error) {
    result = error.message;
  }
  if (mine !== task) return;
  busy(false);
  say(result);
}

const allowStop = () => (element("stop").ariaDisabled = String(state === "ready" && !working));

function busy(is) {
  working = is;
  allowStop();
  element("work").ariaBusy = String(is);
}

function wordsOf(use) {
  return [...element("settings").querySelectorAll("[name]")]
    .filter((field) => field.dataset.for === use)
    .flatMap((field) => {
      if (field.type === "checkbox") return field.checked ? [`--${field.name}`] : [];
      const usual = field.tagName === "SELECT" ? field.options[0].value : "";
      return field.value === usual ? [] : [`--${field.name}`, field.value];
    });
}

const typed = (words) => make("p", { className: "typed" }, make("code", {}, ["refsol", ...words].join(" ")));

// Returns what a command has printed, with a link to all of it.
function printed({ output, errors }, name, style = "") {
  const parts = [];
  if (output) {
    const cut = output.length > SHOWN ? output.lastIndexOf("\n", SHOWN) + 1 || SHOWN : output.length;
    parts.push(make("pre", { className: style, tabIndex: 0 }, output.slice(0, cut)));
    if (cut < output.length) parts.push(make("p", { className: "note" }, `These are the first ${cut} of ${output.length} characters.`));
    if (name) parts.push(make("p", {}, download(output, name, "text/plain")));
  }
  if (errors) parts.push(make("pre", { className: "error", tabIndex: 0 }, errors));
  return parts;
}

function drawn(picture) {
  const drawing = make("div", { className: "picture" });
  drawing.innerHTML = picture;
  return drawing;
}

function download(text, name, type) {
  return make("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name }, `Download ${name}`);
}

function clear(...ids) {
  for (const id of ids) {
    for (const link of element(id).querySelectorAll("a[download], iframe")) URL.revokeObjectURL(link.href ?? link.src);
    element(id).replaceChildren();
  }
}

async function solve() {
  clear("results");
  const files = { [INPUT]: inputBytes() };
  const add = (title, words, ...parts) =>
    element("results").append(make("section", {}, make("h2", {}, title), typed(words), ...parts));
  await work(async (run) => {
    const [solving, selecting] = [wordsOf("solve"), wordsOf("select")];
    const answering = [problem.name, "solve", INPUT, ...solving];
    const answer = await run(answering, files);
    add("Answer", answering, ...printed(answer, "answer.txt", "short"));
    element("results").firstElementChild.scrollIntoView({ block: "nearest" });
    if (answer.status === 0) {
      const drawing = [problem.name, "show", INPUT, ...selecting, "--html", "picture.html"];
      const { file, errors } = await run(drawing, files, "picture.html");
      add("Replay", drawing, ...printed({ output: "", errors }), ...(file === null ? [] : replay(file)));
      const explaining = [problem.name, "explain", INPUT, ...selecting];
      add("Explanation", explaining, ...printed(await run(explaining, files), "explanation.txt", "drawn"));
    }
    const validating = [problem.name, "validate", "--all", INPUT];
    add("Validation", validating, ...printed(await run(validating, files)));
    return answer.status === 0 ? "Done." : "There is something wrong with the input or the options.";
  });
}

// The page in a frame can run its own script and nothing else.
function replay(page) {
  const link = download(page, "picture.html", "text/html");
  const frame = make("iframe", { title: "The replay", sandbox: "allow-scripts", src: link.href });
  return [frame, make("p", {}, link)];
}

async function check() {
  clear("verdict");
  const files = { [INPUT]: inputBytes(), [OUTPUT]: element("output").value };
  const words = [problem.name, "check", INPUT, OUTPUT];
  await work(async (run, asking) => {
    const verdict = await run(words, files);
    element("verdict").replaceChildren(make("h2", {}, "Verdict"), typed(words), ...printed(verdict, "", "drawn"));
    if (verdict.status === WRONG) {
      const { picture } = await asking({ do: "verdict", problem: problem.name }, files);
      if (picture !== null) element("verdict").append(drawn(picture));
    }
    element("verdict").scrollIntoView({ block: "nearest" });
  });
}

async function insertAnswer() {
  await work(async (run) => {
    const { output, errors } = await run([problem.name, "solve", INPUT], { [INPUT]: inputBytes() });
    if (errors) throw new Error(errors.trim());
    element("output").value = output;
  });
}

// ---- The visitor's program ----

const editor = makeEditor(element("program"), element("lines"));
const runner = makeRunner();
const bytesOf = (text) => Uint8Array.from(text, (character) => character.charCodeAt(0));

async function tryProgram() {
  clear("found");
  editor.mark(0);
  const programs = { program: editor.text(), model: element("model").value };
  const limits = { program: { seconds: Number(element("trial-seconds").value), most: MOST_WRITTEN }, model: { seconds: MINUTE, most: MOST_WRITTEN } };
  const request = { do: "try", problem: problem.name, seed: element("trial-seed").value, seconds: MINUTE, most: Number(element("trial-cases").value) };
  const lines = new Map(); // of exceptions, by input
  let told = 0; // when something was said last
  await work(async (_run, asking) => {
    const step = (...what) => asking(...what, { seconds: 2 * MINUTE });
    let next = await step(request, problem === OWN ? { description: element("description").value } : {});
    while (next.run !== undefined) {
      if (next.smallest !== null) showCounterexample(next.smallest);
      if (performance.now() - told > 1000) {
        told = performance.now();
        const shrinking = next.smallest === null ? "" : ` Shrinking a counterexample: ${next.smallest.length} bytes after ${counted(next.runs, "run")}.`;
        say(`${counted(next.cases, "case")}.${shrinking}`);
      }
      const outcome = await runner.run(programs[next.run], bytesOf(next.input), limits[next.run]);
      if (outcome === null) {
        next = await step({ do: "ran", stopped: true }, {});
        continue;
      }
      const { line, output, errors, ...ended } = outcome;
      if (next.run === "program") lines.set(next.input, line);
      next = await step({ do: "ran", ...ended }, { output, errors: errors.subarray(-MOST_ERRORS) });
    }
    const after = `${counted(next.cases, "case")}, ${next.seconds?.toFixed(1)} s`;
    if (next.error !== undefined) {
      if (next.input !== undefined) showCounterexample(next.input, "Input");
      throw new Error(next.error);
    }
    if (next.found === null) {
      element("found").replaceChildren(make("h2", {}, `No fault in ${counted(next.cases, "case")}`));
      return `No fault in ${after}.`;
    }
    showFound(next.found);
    editor.mark((next.found.input === null ? [...lines.values()].at(-1) : lines.get(next.found.input)) ?? 0);
    element("found").scrollIntoView({ block: "nearest" });
    return `A fault after ${after}.`;
  });
}

const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

function showCounterexample(input, title = "Counterexample") {
  let box = document.getElementById("counterexample");
  if (box === null || title !== "Counterexample") {
    box = make("textarea", { id: "counterexample", readOnly: true });
    element("found").replaceChildren(make("label", { htmlFor: "counterexample" }, title), box);
  }
  if (box.value !== input) box.value = input;
  box.rows = Math.min(input.split("\n").length, 12);
  return box;
}

function showFound({ input, headline, note, reasons, outputs, errors, picture }) {
  const section = element("found");
  section.replaceChildren();
  if (input !== null) {
    const use = make("button", { type: "button", hidden: problem === OWN }, "Use as the input");
    use.addEventListener("click", () => {
      takeInput(input);
      return show("solve");
    });
    const link = make("button", { type: "button", hidden: problem === OWN }, "Copy a link to it");
    link.addEventListener("click", () => {
      takeInput(input);
      return copyLink();
    });
    showCounterexample(input).after(make("div", { className: "row" }, use, link, download(input, "counterexample.txt", "text/plain")));
  }
  section.prepend(make("h2", {}, headline[0].toUpperCase() + headline.slice(1)), ...(note ? [make("p", { className: "note" }, note)] : []));
  if (outputs.length > 0) section.append(make("pre", { className: "drawn", tabIndex: 0 }, outputs.join("\n")));
  section.append(make("ul", { className: "why" }, ...reasons.map((reason) => make("li", {}, reason))));
  if (picture !== null) section.append(drawn(picture));
  if (errors) section.append(make("pre", { className: "error", tabIndex: 0 }, errors));
}

function takeInput(text) {
  element("source").value = "";
  showFamily();
  setInput(bytesOf(text));
}

// ---- The game ----

let game = null; // its state, as games.py describes it
let moves = [];
let playing = false; // a move is being made

const { draw: drawBoard, moveTo: moveCursor } = makeBoard(element("board"), {
  choose: (x, y) => play({ move: problem.name === "multigo" ? [x, y, Number(element("player").value)] : [x, y] }),
  describe: (x, y, text) => {
    element("cell").textContent = `row ${x}, column ${y}: ${{ ".": "empty", "!": "allowed", X: "black", O: "white" }[text] ?? text}`;
  },
});

async function play(next = {}) {
  if (!problem.playable || (next.move && (playing || isRefsolsTurn()))) return;
  playing = true;
  await work(async (_run, asking) => {
    await makeMove(asking, next);
    if (!isRefsolsTurn()) return;
    const [[best]] = await search(asking);
    await makeMove(asking, { move: best });
  });
  playing = false;
}

async function makeMove(asking, next) {
  const now = await asking({ do: "play", game: problem.name, moves, ...next }, { [INPUT]: inputBytes() });
  element("message").classList.toggle("error", now.error !== undefined || now.refused);
  element("analysis").replaceChildren();
  if (now.error !== undefined) {
    element("message").textContent = now.error;
    if (game === null) element("board").replaceChildren();
  } else {
    game = now;
    moves = now.moves;
    drawBoard(now.picture, now.grid);
    element("message").textContent = now.message;
  }
  const list = moves.map((move) => `(${move.join(", ")})`).join(" ");
  element("moves").textContent = moves.length > 0 ? `Moves: ${list}` : "";
  element("unsaved").textContent = game?.no_input ?? "";
  element("save").ariaDisabled = element("take").ariaDisabled = String(!game?.as_input);
  element("undo").ariaDisabled = element("restart").ariaDisabled = String(moves.length === 0);
}

const sideToMove = () => (moves.length % 2 === 0 ? BLACK : WHITE);

function isRefsolsTurn() {
  return problem.name === "nogo" && game !== null && !game.over && Number(element("colour").value) === sideToMove();
}

// Returns what a search says of the position.
async function search(asking) {
  const request = { do: "analyse", moves, simulations: Number(element("simulations").value) };
  return (await asking(request, { [INPUT]: inputBytes() })).found;
}

const percent = (share) => `${Math.round(100 * share)} %`;

async function hint() {
  if (game === null || game.over) return;
  await work(async (_run, asking) => {
    const [[[x, y], share]] = await search(asking);
    moveCursor(x, y);
    return `Hint: (${x}, ${y}), with which ${percent(share)} of the simulations began.`;
  });
}

async function analyse() {
  if (game === null || game.over) return;
  await work(async (_run, asking) => {
    const found = await search(asking);
    const head = make("tr", {}, ...["Move", "Share of simulations", "Won by the side to move"].map((title) => make("th", { scope: "col" }, title)));
    const rows = found.slice(0, 8).map(([[x, y], share, won]) => make("tr", {}, ...[`(${x}, ${y})`, percent(share), percent(won)].map((text) => make("td", {}, text))));
    element("analysis").replaceChildren(make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)));
  });
}

function restartGame() {
  moves = [];
  game = null;
  if (view === "play") return play();
}

// Against refsol, its answer goes, too.
function undo() {
  const both = problem.name === "nogo" && element("colour").value !== "" && Number(element("colour").value) !== sideToMove();
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
  element("source").value = "";
  showFamily();
  setInput(new TextEncoder().encode(game.as_input));
  show("solve");
}

function judge() {
  element("output").value = game?.as_output ?? "";
  show("check");
}

// ---- Views and links ----

function show(name) {
  view = views.includes(name) && !element(`tab-${name}`).hidden ? name : views[0];
  element("playground").dataset.view = view;
  for (const each of views) {
    const tab = element(`tab-${each}`);
    tab.ariaSelected = String(each === view);
    tab.tabIndex = each === view ? 0 : -1;
    element(each).hidden = each !== view;
  }
  return present();
}

// Shows what the current view says of the input.
function present() {
  return { try: () => working || busy(false), solve, check: () => (element("output").value ? check() : undefined), play }[view]();
}

function settings() {
  const fields = [...element("settings").querySelectorAll("[name]")];
  return Object.fromEntries(fields.map((field) => [field.name, field.type === "checkbox" ? field.checked : field.value]));
}

async function copyLink() {
  const link = { problem: problem.name, view, settings: settings(), moves: view === "play" ? moves : [] };
  const output = view === "check" ? element("output").value : "";
  const texts = [output, ...(view === "try" ? [editor.text(), element("description").value, element("model").value] : [])];
  const fragment = await encode(link, [inputBytes(), ...texts.map((text) => new TextEncoder().encode(text))]);
  if (fragment === null) return say("This is too long for a link. Share it as a file.");
  history.replaceState(null, "", `#${fragment}`);
  try {
    await navigator.clipboard.writeText(location.href);
    say("Link copied. It is also in the address bar.");
  } catch {
    say("The link is in the address bar.");
  }
}

async function followLink() {
  let link, files;
  try {
    [link, files] = await decode(location.hash.slice(1), 5 * LIMIT);
    if (!problems.some(({ name }) => name === link.problem)) throw new Error("unknown");
  } catch {
    say("This link can't be read: it may have been cut off.");
    return false;
  }
  setProblem(link.problem);
  for (const [name, value] of Object.entries(link.settings ?? {})) {
    if (value) element("more").open = true;
    const field = element("settings").querySelector(`[name="${CSS.escape(name)}"]`);
    if (field !== null) field[field.type === "checkbox" ? "checked" : "value"] = value;
  }
  element("source").value = "";
  showFamily();
  view = "solve";
  setInput(files[0]);
  moves = link.moves ?? [];
  element("output").value = new TextDecoder().decode(files[1]);
  if (files.length > 2) {
    const [program, description, model] = files.slice(2).map((file) => new TextDecoder().decode(file));
    editor.set(program);
    element("description").value = description;
    element("model").value = model;
  }
  await show(link.view);
  return true;
}

const on = (id, event, action) =>
  element(id).addEventListener(event, (happened) => {
    if (event === "submit") happened.preventDefault();
    return action(happened);
  });

element("problem").append(...problems.map(({ name, title }) => make("option", { value: name }, title.split(":")[0])));
on("problem", "change", () => {
  setProblem(element("problem").value);
  element("output").value = "";
  if (problem === OWN) return show("try");
  element("source").selectedIndex = 1;
  return begin();
});
on("source", "change", begin);
on("family", "submit", generate);
on("output", "input", () => clear("verdict"));
on("input", "input", () => {
  raw = null;
  clear("results", "verdict"); // they are about another input
  if (!working) say("");
  showSize();
  element("source").value = "";
  moves = [];
});
on("file", "change", async () => {
  await open(element("file").files[0]);
  element("file").value = "";
});
// A file may be dropped anywhere, or else the browser would open it; text goes where it is dropped.
document.addEventListener("dragover", (event) => {
  if (!event.dataTransfer.types.includes("Files")) return;
  event.preventDefault();
  document.body.classList.add("over");
});
document.addEventListener("dragleave", (event) => event.relatedTarget ?? document.body.classList.remove("over"));
document.addEventListener("drop", async (event) => {
  document.body.classList.remove("over");
  const [file] = event.dataTransfer.files;
  if (file === undefined) return;
  event.preventDefault();
  if (file.size > LIMIT) return refuse(file.name, file.size);
  if (event.target === element("program")) return editor.set(await file.text());
  if (event.target.matches("textarea:not([readonly])") && event.target !== element("input")) event.target.value = await file.text();
  else await open(file);
});
// A text that is too large isn't taken at all: laying it out would take minutes.
document.addEventListener("paste", (event) => {
  const { length } = event.clipboardData.getData("text");
  if (length <= LIMIT) return;
  event.preventDefault();
  refuse("This text", length);
});
on("trying", "submit", tryProgram);
on("options", "submit", solve);
on("checking", "submit", check);
on("right", "click", insertAnswer);
on("stop", "click", () => runner.stop() || stop());
on("link", "click", copyLink);
on("colour", "change", () => play());
on("hint", "click", hint);
on("analyse", "click", analyse);
on("random", "click", () => play({ random: crypto.randomUUID() }));
on("undo", "click", undo);
on("restart", "click", () => restartGame());
on("save", "click", save);
on("take", "click", take);
on("judge", "click", judge);
document.querySelector("[role=tablist]").addEventListener("click", ({ target }) => {
  if (target.role === "tab") show(target.id.replace("tab-", ""));
});
document.querySelector("[role=tablist]").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const next = views[(views.indexOf(view) + step + views.length) % views.length];
  element(`tab-${next}`).focus();
  show(next);
});
for (const id of ["input", "output"])
  on(id, "keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) present();
  });
window.addEventListener("hashchange", followLink);
// Who comes back to the page finds what was typed, not what a link in the address holds.
window.addEventListener("pagehide", () => {
  const fields = Object.fromEntries([...TYPED, "program"].map((id) => [id, element(id).value]));
  const state = { problem: problem.name, view, moves, fields };
  if (JSON.stringify(state).length <= LIMIT) history.replaceState(state, "");
});
function restore({ problem: name, view: before, moves: made, fields }) {
  setProblem(name);
  for (const id of TYPED) element(id).value = fields[id];
  editor.set(fields.program);
  element("source").value = "";
  showFamily();
  showSize();
  moves = made;
  return show(before);
}

watch((now) => {
  if (state === "loading" && now.state !== "loading" && view === "try") runner.prepare().catch(() => {}); // said when it runs
  state = now.state;
  element("progress").hidden = state !== "loading";
  element("progress").value = now.share;
  allowStop();
  say();
});
start();
editor.set(problem.program);
for (const name of ["description", "model"]) element(name).value = examples[name];
if (history.state?.fields) await restore(history.state);
else if (location.hash === "" || !(await followLink())) {
  setProblem("multigo");
  element("source").value = "=1";
  await begin();
}
