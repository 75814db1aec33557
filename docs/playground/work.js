// What the page has the interpreter or the visitor's program do, one thing at a time, and the status that says so.

import { ask, start, stop, watch } from "./interpreter.js";
import { element, on } from "./page.js";
import { makeRunner } from "./runner.js";

export const runner = makeRunner(); // of the visitor's program
export let working = true; // on what was asked for last; at first, on the page itself
export let isStopping = false; // whether what was asked for last should end with what it has found
let keepsFindings = false; // whether it can
let task = 0; // its number
let said = "";
let state = "loading";
let size = 0; // of what is loaded, in bytes
let loaded = 0;

// Says what has become of what was asked for, and what the interpreter is doing.
export function say(text = said) {
  said = text;
  const megabytes = size ? `: ${(loaded / 1e6).toFixed(1)} of ${(size / 1e6).toFixed(1)} MB` : "";
  const doing = state === "loading" ? `Loading Python and refsol${megabytes}…` : working && !said.endsWith("…") ? "Working…" : "";
  element("status").textContent = [said, doing].filter(Boolean).join(" ") || "Ready.";
}

function busy(is) {
  working = is;
  element("stop").ariaDisabled = String(state === "ready" && !working);
  element("work").ariaBusy = String(working);
}

// Lets go of what was asked for last; returns the number of what comes next.
export function cancel() {
  runner.stop();
  busy(false);
  return ++task;
}

// Runs an action that asks the interpreter. Once another has begun, it goes no further. A problem is said, not thrown.
// One that `keepsFindings` isn't cut off by the first click on Stop, but looks at `isStopping` and ends by itself.
export async function work(action, options = {}) {
  const mine = cancel();
  const current = (value) => {
    if (mine !== task) throw new Error("Superseded.");
    return value;
  };
  const asking = async (...what) => current(await ask(...current(what)));
  const run = (words, files, wanted) => asking({ do: "run", arguments: words, wanted }, files);
  [keepsFindings, isStopping] = [options.keepsFindings ?? false, false];
  busy(true);
  say("");
  const result = await action(run, asking).catch(({ message }) => message);
  if (mine !== task) return;
  busy(false);
  say(result ?? "Done.");
}

on("stop", "click", ({ detail }) => {
  if (detail > 1 || (state === "ready" && !working)) return; // of a double click, the first counts
  if (runner.stop()) return;
  if (!working || !keepsFindings || isStopping || state === "loading") return stop();
  isStopping = true;
  say("Stopping…");
});
watch((now) => {
  ({ state, size, loaded } = now);
  element("progress").hidden = state !== "loading";
  element("progress").value = size && loaded / size;
  busy(working && state !== "failed");
  say(now.reason || said);
});
start();
