// The visitor's program, and the search for a fault of it: trials.py says which steps it takes.

import { coloured } from "./colours.js";
import { makeEditor } from "./editor.js";
import { setInput } from "./input.js";
import { watch } from "./interpreter.js";
import { forget, keep, recallText } from "./kept.js";
import { languageOf } from "./language.js";
import { clear, download, drawn, element, make, on, OWN, problem } from "./page.js";
import { show, view } from "./views.js";
import { runner, say, work } from "./work.js";

const MINUTE = 60; // seconds, after which no further case begins
const MOST_WRITTEN = 2 ** 24; // bytes that a program may write
const MOST_ERRORS = 4096; // bytes of its standard error that are kept, the last ones

const isWide = matchMedia("(min-width: 64rem)"); // then the program and what is found are side by side
const LANGUAGES = { python: "Python", cpp: "C++", c: "C" };
const DESCRIBING = ["description", "model"]; // the texts of a problem of the visitor's own

export const editor = makeEditor(element("program"), element("lines"), element("coloured"), (text) => {
  const language = languageOf(text);
  const [told] = element("language").options;
  if (told.selected) told.textContent = LANGUAGES[language];
  return coloured(text, language);
});
const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
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
      element("found").replaceChildren(make("h2", { className: "fine" }, `No fault in ${counted(next.cases, "case")}`));
      return `No fault in ${after}.`;
    }
    showFound(next.found);
    editor.mark((next.found.input === null ? [...lines.values()].at(-1) : lines.get(next.found.input)) ?? 0);
    element("found").firstElementChild.scrollIntoView({ block: isWide.matches ? "nearest" : "start" });
    return `A fault after ${after}.`;
  });
}

function showCounterexample(input, title = "Counterexample") {
  let box = document.getElementById("counterexample");
  if (box === null || title !== "Counterexample") {
    box = make("textarea", { id: "counterexample", readOnly: true });
    element("found").replaceChildren(make("div", { className: "pair" }, make("div", {}, make("label", { htmlFor: "counterexample" }, title), box)));
  }
  if (box.value !== input) box.value = input;
  box.rows = Math.min(input.trimEnd().split("\n").length, 11);
  return box;
}

function showFound({ input, headline, note, reasons, outputs, errors, picture }) {
  const section = element("found");
  section.replaceChildren();
  const pair = input === null ? make("div") : showCounterexample(input).closest(".pair");
  section.prepend(make("h2", { className: "error" }, headline[0].toUpperCase() + headline.slice(1)), ...(note ? [make("p", { className: "note" }, note)] : []));
  if (outputs.length > 0) pair.append(make("div", {}, make("span", { className: "label" }, "Output"), make("pre", { className: "drawn", tabIndex: 0 }, outputs.join("\n"))));
  const why = make("ul", { className: "why" }, ...reasons.map((reason) => make("li", {}, reason)));
  section.append(make("div", { className: "pair" }, make("div", {}, why), ...(picture === null ? [] : [drawn(picture)])));
  if (errors) section.append(make("pre", { className: "error", tabIndex: 0 }, errors));
  if (input === null) return;
  const taking = (then) => () => {
    setInput(bytesOf(input));
    then();
  };
  const button = (label, onclick) => make("button", { type: "button", hidden: problem === OWN, onclick }, label);
  const use = button("Use as the input", taking(() => show("solve")));
  const step = button("What would refsol do?", taking(() => show("step")));
  const link = button("Copy a link to it", taking(() => element("link").click()));
  section.append(make("div", { className: "row" }, use, step, link, download(input, "counterexample.txt", "text/plain")));
}

// Shows what was typed for the problem, in this language or else in the last one, or the example.
export function recallProgram(language = recallText(problem.name) ?? "python") {
  element("language").value = "";
  editor.set(recallText(problem.name, language) ?? problem.program);
  if (languageOf(editor.text()) !== language) element("language").value = language;
  for (const name of DESCRIBING) element(name).value = recallText(OWN.name, name) ?? OWN[name];
}

function keepProgram() {
  const text = editor.text();
  const language = languageOf(text);
  keep(language, problem.name);
  keep(text.trim() === "" || text === problem.program ? null : text, problem.name, language);
}

// As if it had been typed, so that what was there before comes back by Undo.
function showExample() {
  element("language").value = "";
  element("program").focus();
  element("program").select();
  document.execCommand("insertText", false, problem.program);
  if (problem !== OWN) return;
  for (const name of DESCRIBING) {
    element(name).value = OWN[name];
    keep(null, OWN.name, name);
  }
}

on("trying", "submit", tryProgram);
on("program", "input", keepProgram);
for (const name of DESCRIBING) on(name, "input", ({ target }) => keep(target.value, OWN.name, name));
on("trying", "keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  element("trying").requestSubmit();
});
on("language", "change", ({ target: { value } }) => {
  if (value !== "" && recallText(problem.name, value) !== null) recallProgram(value);
  else editor.mark(0);
});
on("example", "click", showExample);
on("forget", "click", () => {
  forget();
  recallProgram();
  say("What you typed is forgotten.");
});
// Python for the program is loaded after refsol; if it can't be, that is said when it runs.
watch(({ state }) => state === "ready" && view === "try" && runner.prepare().catch(() => {}));
