// The plain solution step by step: the line that is about to run, the variables, and the board for which they stand.

import { inputBytes } from "./input.js";
import { clear, drawn, element, make, on, problem } from "./page.js";
import { work } from "./work.js";

const INPUT = "input.txt";

export let at = 0; // the step that is shown, an index
let run = null; // what begin_steps in stepping.py says of all steps
let input = null; // of the run
let wanted = 0; // the step to begin with
const breakpoints = new Set(); // numbers of lines

const asked = (what) => [{ ...what, problem: problem.name }, { [INPUT]: input }];

// Begins at a step, an index, when the view is shown next.
export function beginAt(step) {
  wanted = step;
}

async function begin() {
  run = null;
  input = inputBytes();
  clear("code", "variables", "state");
  element("step-error").textContent = "";
  await work(async (_run, asking) => {
    const found = await asking(...asked({ do: "steps" }));
    if (found.error !== undefined) {
      element("step-error").textContent = found.error;
      return "";
    }
    run = found;
    breakpoints.clear();
    element("code").append(...found.source.split("\n").map((line, k) => make("span", { className: "line" }, make("span", { className: "number" }, `${k + 1}`), line || " ")));
    element("position").max = String(run.steps.length - 1);
    await draw(Math.min(wanted, run.steps.length - 1), asking);
    wanted = 0;
    return run.whole ? "Ready." : `The first ${run.steps.length} steps.`;
  });
}

async function draw(step, asking) {
  const shown = await asking(...asked({ do: "step", at: step }));
  at = step;
  element("position").value = String(step);
  element("counted").textContent = `Step ${step + 1} of ${run.steps.length}`;
  const code = element("code");
  code.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const line = code.children[run.steps[step] - 1];
  line.setAttribute("aria-current", "step");
  if (line.offsetTop < code.scrollTop || line.offsetTop + line.offsetHeight > code.scrollTop + code.clientHeight) code.scrollTop = line.offsetTop - code.clientHeight / 2;
  const rows = shown.variables.map(([name, value, changed]) => make("tr", { className: changed ? "changed" : "" }, make("th", { scope: "row" }, name), make("td", {}, value)));
  element("variables").replaceChildren(make("caption", {}, shown.function), ...rows);
  element("state").replaceChildren(...(shown.picture === null ? [] : [drawn(shown.picture)]));
  element("step-changes").textContent = shown.changes.filter((change) => / (returns|yields) /.test(change)).join("; ");
}

function go(step) {
  if (run === null) return;
  const to = Math.min(Math.max(step, 0), run.steps.length - 1);
  work(async (_run, asking) => {
    await draw(to, asking);
    return "";
  });
}

// The first step after this one that is one of those, or the last step.
const next = (isOne) => run?.steps.findIndex((line, k) => k > at && isOne(line, k)) ?? -1;
const onward = (found) => go(found < 0 ? Infinity : found);

on("position", "input", () => go(Number(element("position").value)));
on("step-first", "click", () => go(0));
on("step-back", "click", () => go(at - 1));
on("step-forward", "click", () => go(at + 1));
on("step-answer", "click", () => onward(next((_line, k) => run.answers.includes(k))));
on("step-break", "click", () => onward(next((line) => breakpoints.has(line))));
on("code", "click", ({ target }) => {
  const line = target.closest(".line");
  if (line !== null) toggle([...element("code").children].indexOf(line) + 1);
});
on("code", "keydown", (event) => {
  const moves = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: Infinity };
  if (event.key in moves) go(moves[event.key]);
  else if (event.key === "b" && run !== null) toggle(run.steps[at]);
  else return;
  event.preventDefault();
});
on("step", "shown", begin);

function toggle(line) {
  breakpoints.has(line) ? breakpoints.delete(line) : breakpoints.add(line);
  element("code").children[line - 1].classList.toggle("break", breakpoints.has(line));
}
