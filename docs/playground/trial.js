// The search for a fault of the visitor's program: trials.py says which steps it takes.

import { diagnose } from "./cpp/diagnosis.js";
import { watch } from "./interpreter.js";
import { languageOf } from "./language.js";
import { clear, element, on, OWN, problem } from "./page.js";
import { announce, editor, programsGiven } from "./program.js";
import { bytesOf, counted, progress, showCounterexample, showDiagnosis, showErrors, showFound, showNone } from "./report.js";
import { view } from "./views.js";
import { isStopping, runner, say, work, working } from "./work.js";

const MINUTE = 60; // seconds, after which no further case begins
const MOST_WRITTEN = 2 ** 24; // bytes that a program may write
const MOST_ERRORS = 4096; // bytes of its standard error that are kept, the last ones
const RESTING = 500; // milliseconds

const isWide = matchMedia("(min-width: 64rem)"); // then the program and what is found are side by side
let ready = false; // whether refsol is loaded
let resting = 0; // a timer

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
        clear("found");
        if (error.errors === undefined) throw error;
        showErrors(error, who);
        return who === "model" ? "The model solution doesn't compile." : error.message;
      }
    }
    let next = await step(request, problem === OWN ? { description: element("description").value } : {});
    while (next.run !== undefined) {
      if (next.smallest !== null) showCounterexample(next.smallest);
      if (performance.now() - told > 1000 && !isStopping) {
        told = performance.now();
        const shrinking = next.smallest === null ? "" : ` Shrinking a counterexample: ${next.smallest.length} bytes after ${counted(next.runs, "run")}.`;
        say(`${counted(next.cases, "case")}.${shrinking}`);
      }
      const outcome = isStopping ? null : await runner.run(programs[next.run], bytesOf(next.input), limits[next.run]);
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
      showNone(next);
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
  }, { keepsFindings: true });
  announce(); // the compiler has been loaded, if it was needed
  rest(); // the program may have been changed meanwhile
}

on("trying", "submit", tryProgram);

// Prepares the program's first run. What goes wrong is said when it runs.
const warm = () => ready && !working && view === "try" && runner.warm(editor.text(), languageOf(editor.text())).catch(() => {});

// Waits until nobody types, since compiling would slow that down.
function rest() {
  clearTimeout(resting);
  resting = setTimeout(warm, RESTING);
}

for (const [id, event] of [["trying", "input"], ["try", "shown"]]) on(id, event, rest);
watch(({ state }) => {
  const isLoaded = state === "ready" || state === "busy";
  if (ready === isLoaded) return;
  ready = isLoaded;
  if (languageOf(editor.text()) === "python") warm();
  else rest();
});
