// The playground as a whole: the choice of a problem, links, and what somebody who comes back finds.

import { offerOptions, setSettings, settings } from "./commands.js";
import { beginAnew, moves, resume, setBeginning } from "./game.js";
import { begin, inputBytes, LIMIT, offerSources, setInput } from "./input.js";
import { decode, encode } from "./link.js";
import { choose, clear, element, make, on, OWN, problem, problems } from "./page.js";
import { editor, recallProgram } from "./program.js";
import { at, beginAt } from "./stepping.js";
import "./trial.js";
import { show, view } from "./views.js";
import { cancel, say } from "./work.js";

const TEXTS = ["output", "program", "description", "model"]; // the files of a link after the input, in order

function setProblem(name) {
  cancel();
  choose(name);
  const isOwn = problem === OWN;
  element("problem").value = problem.name;
  element("title").textContent = isOwn ? problem.title : problem.title.replace(/^.*?: /, "").replace(/^./, (first) => first.toUpperCase());
  Object.assign(element("statement"), { href: problem.statement, textContent: isOwn ? "How to describe it" : "Read the statement" });
  element("own").hidden = !isOwn;
  for (const each of ["solve", "check", "play", "step"]) element(`tab-${each}`).hidden = isOwn || (each === "play" && !problem.playable);
  for (const each of document.querySelectorAll(".search, #judge")) each.hidden = problem.name !== "nogo";
  element("opponent").hidden = element("beginning").hidden = !problem.board;
  element("taker").hidden = problem.name !== "multigo";
  const options = isOwn ? " --format input.ctd --model 'python3 model.py'" : "";
  element("elsewhere").textContent = `refsol ${problem.name} stress${options} -- ./your_program`;
  recallProgram();
  offerSources();
  offerOptions();
  clear("found", "results", "verdict");
}

function beginWith(name) {
  setProblem(name);
  element("output").value = "";
  if (problem === OWN) return show("try");
  element("source").selectedIndex = 1;
  begin();
  beginAnew();
}

const stateNow = () => ({ problem: problem.name, view, settings: settings(), moves, board: element("begin").value, step: at });
const filesOf = (texts) => [inputBytes(), ...texts.map((text) => new TextEncoder().encode(text))];

function recall({ problem: name, view: before, settings = {}, moves = [], board = "input", step = 0 }, [input, ...texts]) {
  setProblem(name);
  setSettings(settings);
  setInput(input);
  setBeginning(board);
  resume(moves);
  beginAt(step);
  for (const [k, text] of texts.entries()) element(TEXTS[k]).value = new TextDecoder().decode(text);
  editor.mark(0);
  show(before);
}

async function copyLink() {
  const texts = TEXTS.slice(0, view === "try" ? TEXTS.length : 1).map((id) => (id === "output" && view !== "check" ? "" : element(id).value));
  const fragment = await encode({ ...stateNow(), moves: view === "play" ? moves : [] }, filesOf(texts));
  if (fragment === null) return say("This is too long for a link. Share it as a file.");
  history.replaceState(null, "", `#${fragment}`);
  try {
    await navigator.clipboard.writeText(location.href);
    say("Link copied. It is also in the address bar.");
  } catch {
    say("The link is in the address bar.");
  }
}

// Links of the site's pages name a view and a problem, as in #play=nogo.
async function followLink() {
  const [, place, name] = location.hash.match(/^#(try|solve|play)=(\w+)$/) ?? [];
  if (place) {
    beginWith(name);
    show(place);
    return true;
  }
  try {
    const [link, files] = await decode(location.hash.slice(1), 5 * LIMIT);
    if (!problems.some(({ name }) => name === link.problem)) throw new Error("unknown");
    recall(link, files);
    return true;
  } catch {
    say("This link can't be read: it may have been cut off.");
    return false;
  }
}

element("problem").append(...problems.map(({ name, title }) => make("option", { value: name }, title.split(":")[0])));
on("problem", "change", () => beginWith(element("problem").value));
on("link", "click", copyLink);
window.addEventListener("hashchange", followLink);
// Who comes back to the page finds what was typed, not what a link in the address holds. For a reload, that must be saved
// at beforeunload, which some browsers don't have, since pagehide comes too late.
function remember() {
  const files = filesOf(TEXTS.map((id) => element(id).value));
  if (files.reduce((sum, { length }) => sum + length, 0) <= LIMIT) history.replaceState({ link: stateNow(), files }, "");
}
for (const event of ["beforeunload", "pagehide"]) window.addEventListener(event, remember);

if (history.state?.files) recall(history.state.link, history.state.files);
else if (location.hash === "" || !(await followLink())) beginWith(problem.name);

// After what the page needs, so that this waits for nothing. Some browsers and addresses have none.
navigator.serviceWorker?.register("playground_offline.js", { scope: location.pathname }).catch(() => {});
