// What is said of the visitor's program, and shown.

import { setInput } from "./input.js";
import { download, drawn, element, make, OWN, problem } from "./page.js";
import { editor } from "./program.js";
import { show } from "./views.js";
import { say } from "./work.js";

export const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
export const bytesOf = (text) => Uint8Array.from(text, (character) => character.charCodeAt(0));

// Says what is going on, and shows how much of it has been done.
export function progress(text, share) {
  say(text);
  const bar = element("found").querySelector("progress");
  if (share === undefined) bar?.remove();
  else if (bar === null) element("found").append(make("progress", { value: share, ariaLabel: "Loading" }));
  else bar.value = share;
}

export function showErrors({ errors, line }, who) {
  element("found").replaceChildren(
    make("h2", { className: "error" }, who === "model" ? "The model solution doesn't compile" : "Doesn't compile"),
    make("pre", { className: "error", tabIndex: 0 }, errors),
  );
  if (who === "program") editor.mark(line);
}

export function showDiagnosis({ what, line }) {
  element("found").querySelector("h2").after(make("p", { className: "diagnosis" }, line ? `${what}, line ${line}` : what));
  if (line) editor.mark(line);
}

// Says that there is no fault, and which cases a browser can't judge, by the reasons.
export function showNone({ cases, unknown }) {
  element("found").replaceChildren(make("h2", { className: "fine" }, `No fault in ${counted(cases, "case")}`));
  if (unknown.length === 0) return;
  const why = `Can't tell here for ${counted(unknown.length, "further case")}: ${[...new Set(unknown)].join("; ")}. Try `;
  element("found").append(make("p", { className: "note" }, why, make("code", {}, element("elsewhere").textContent)));
}

export function showCounterexample(input, title = "Counterexample") {
  let box = document.getElementById("counterexample");
  if (box === null || title !== "Counterexample") {
    box = make("textarea", { id: "counterexample", readOnly: true });
    element("found").replaceChildren(make("div", { className: "pair" }, make("div", {}, make("label", { htmlFor: "counterexample" }, title), box)));
  }
  if (box.value !== input) box.value = input;
  box.rows = Math.min(input.trimEnd().split("\n").length, 11);
  return box;
}

export function showFound({ input, headline, note, reasons, outputs, errors, picture, lessons }) {
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
