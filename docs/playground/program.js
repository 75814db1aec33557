// The visitor's program: its editor, its language, and what is kept of it.

import { coloured } from "./colours.js";
import { warmUp } from "./cpp/compiler.js";
import { makeEditor } from "./editor.js";
import { forget, keep, recallText } from "./kept.js";
import { languageIn, languageOf } from "./language.js";
import { element, on, OWN, problem } from "./page.js";
import { say } from "./work.js";

const LANGUAGES = { python: "Python", cpp: "C++", c: "C" };
const DESCRIBING = ["description", "model"]; // the texts of a problem of the visitor's own

export const editor = makeEditor(element("program"), element("lines"), element("coloured"), (text) => {
  const language = languageOf(text);
  const [told] = element("language").options;
  if (told.selected) told.textContent = LANGUAGES[language];
  return coloured(text, language);
});

// Returns the texts of the program and, for a problem of the visitor's own, of the model solution, and their languages.
export function programsGiven() {
  const sources = { program: editor.text(), ...(problem === OWN && { model: element("model").value }) };
  return [sources, { program: languageOf(sources.program), model: languageIn(sources.model ?? "") }];
}

// Says how much is to be loaded before the program can run.
export async function announce() {
  const isNeeded = Object.values(programsGiven()[1]).some((language) => language !== "python");
  const bytes = isNeeded ? await warmUp() : 0;
  const size = (bytes / 1e6).toFixed(0);
  element("download").textContent = bytes ? `The first run loads the compiler for C++ and C, ${size} MB, which your browser then keeps.` : "";
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
