// The visitor's program, and the search for a fault of it: trials.py says which steps it takes.

import { coloured } from "./colours.js";
import { bytesToLoad } from "./cpp/compiler.js";
import { diagnose } from "./cpp/diagnosis.js";
import { makeEditor } from "./editor.js";
import { setInput } from "./input.js";
import { watch } from "./interpreter.js";
import { forget, keep, recallText } from "./kept.js";
import { languageIn, languageOf } from "./language.js";
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

// Returns the texts of the program and, for a problem of the visitor's own, of the model solution, and their languages.
function programsGiven() {
  const sources = { program: editor.text(), ...(problem === OWN && { model: element("model").value }) };
  return [sources, { program: languageOf(sources.program), model: languageIn(sources.model ?? "") }];
}

// Says how much is to be loaded before the program can run.
async function announce() {
  const isNeeded = Object.values(programsGiven()[1]).some((language) => language !== "python");
  const bytes = isNeeded ? await bytesToLoad() : 0;
  const size = (bytes / 1e6).toFixed(0);
  element("download").textContent = bytes ? `The first run loads the compiler for C++ and C, ${size} MB, which your browser then keeps.` : "";
}

async function tryProgram() {
  clear("found");
  editor.mark(0);
  const [sources, languages] = programsGiven();
  const limits = { program: { seconds: Number(element("trial-seconds").value), most: MOST_WRITTEN }, model: { seconds: MINUTE, most: MOST_WRITTEN } };
  const request = { do: "try", problem: problem.name, seed: element("trial-seed").value, seconds: MINUTE, most: Number(element("trial-cases").value) };
  const lines = new Map(); // of exceptions, by input
  let told = 0; // when something was said last
  await work(async (_run, asking) => {
    const step = (...what) => asking(...what, { seconds: 2 * MINUTE });
    const programs = {};
    for (const [who, source] of Object.entries(sources)) {
      try {
        programs[who] = await runner.prepare(source, languages[who], { say: progress });
      } catch (error) {
        if (error.errors === undefined) throw error;
        showErrors(error, who);
        return who === "model" ? "The model solution doesn't compile." : error.message;
      }
    }
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
      const { line, offsets, output, errors, ...ended } = outcome;
      if (next.run === "program") lines.set(next.input, line);
      next = await step({ do: "ran", ...ended }, { output, errors: errors.subarray(-MOST_ERRORS) });
    }
    const after = `${counted(next.cases, "case")}, ${next.seconds?.toFixed(1)} s`;
    if (next.error !== undefined) {
      if (next.input !== undefined) showCounterexample(next.input, "Input");
      throw new Error(next.error);
    }
    if (next.found === null) {
      element("found").replaceChildren(make("h2", { className: "fine" }, `No fault in ${counted(next.cases, "case")}`), ...unjudged(next.unknown));
      return `No fault in ${after}.`;
    }
    const { input } = next.found;
    showFound(next.found);
    editor.mark((input === null ? [...lines.values()].at(-1) : lines.get(input)) ?? 0);
    element("found").firstElementChild.scrollIntoView({ block: isWide.matches ? "nearest" : "start" });
    if (languages.program !== "python") {
      const run = (program, data) => runner.run(program, data, limits.program);
      const diagnosis = await diagnose(sources.program, languages.program, bytesOf(input ?? [...lines.keys()].at(-1)), run, () => say("Looking for the cause…")).catch(() => null);
      if (diagnosis !== null) showDiagnosis(diagnosis);
    }
    return `A fault after ${after}.`;
  });
  announce(); // the compiler has been loaded, if it was needed
}

// Says what is going on, and shows how much of it has been done.
function progress(text, share) {
  say(text);
  const bar = element("found").querySelector("progress");
  if (share === undefined) bar?.remove();
  else if (bar === null) element("found").append(make("progress", { value: share, ariaLabel: "Loading" }));
  else bar.value = share;
}

function showErrors({ errors, line }, who) {
  element("found").replaceChildren(
    make("h2", { className: "error" }, who === "model" ? "The model solution doesn't compile" : "Doesn't compile"),
    make("pre", { className: "error", tabIndex: 0 }, errors),
  );
  if (who === "program") editor.mark(line);
}

function showDiagnosis({ what, line }) {
  const at = line ? `, line ${line}` : "";
  element("found").querySelector("h2").after(make("p", { className: "diagnosis" }, `${what}${at}`));
  if (line) editor.mark(line);
}

// Returns what to say on cases that a browser can't judge, which are listed by the reasons.
function unjudged(reasons) {
  if (reasons.length === 0) return [];
  const why = [...new Set(reasons)].join("; ");
  const command = make("code", {}, element("elsewhere").textContent);
  return [make("p", { className: "note" }, `Can't tell here for ${counted(reasons.length, "further case")}: ${why}. Try `, command)];
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

function showFound({ input, headline, note, reasons, outputs, errors, picture, lessons }) {
  const section = element("found");
  section.replaceChildren();
  const pair = input === null ? make("div") : showCounterexample(input).closest(".pair");
  section.prepend(make("h2", { className: "error" }, headline[0].toUpperCase() + headline.slice(1)), ...(note ? [make("p", { className: "note" }, note)] : []));
  if (outputs.length > 0) pair.append(make("div", {}, make("span", { className: "label" }, "Output"), make("pre", { className: "drawn", tabIndex: 0 }, outputs.join("\n"))));
  const links = lessons.map(([title, href]) => make("a", { href, target: "_blank" }, title));
  const reading = links.length > 0 ? [["Common mistake: ", links[0], "; the reason: ", links[1]]] : [];
  const why = make("ul", { className: "why" }, ...[...reasons, ...reading].map((reason) => make("li", {}, ...[reason].flat())));
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
for (const [id, event] of [["trying", "input"], ["own", "input"], ["try", "shown"]]) on(id, event, announce);
// Python for a program is loaded after refsol; if it can't be, that is said when it runs.
watch(({ state }) => state === "ready" && view === "try" && languageOf(editor.text()) === "python" && runner.warm().catch(() => {}));
