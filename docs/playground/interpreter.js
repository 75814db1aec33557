// Runs refsol in the browser: Python, compiled to WebAssembly, in a worker of its own, so that the page never freezes.
//
//   import { ask, stop, watch } from "…/_static/playground/interpreter.js";
//
//   const reply = await ask({ do: "run", arguments: ["nogo", "solve", "input.txt"] }, { "input.txt": "2\nX.\n.O\n" });
//   reply.output    // "1 2\n-1 -1\n"
//
// `ask` starts the interpreter when it is called first, which takes seconds, so a page that may not need it just doesn't
// call it. `answering.py` says what can be asked and what comes back; files are strings or arrays of bytes. Requests are
// answered one after the other, in order. A promise is rejected with an Error whose message is for the reader: if the
// interpreter can't be loaded, or if the request fails, takes longer than `seconds`, or is stopped.
//
// `stop` ends what is going on: it rejects everything that has not been answered, and starts a new interpreter at once.
// `watch` takes a function that is called with { state: "loading" | "ready" | "busy" | "failed", size, loaded, reason }
// whenever that changes; of the `size` in bytes of what it needs, or 0 as long as that isn't known, so much is `loaded`;
// `reason` says why it has failed.

import { startPython } from "./python.js";

const SECONDS = 30;

const pending = new Map(); // requests without an answer by number, in order
const watchers = new Set();
let worker = null; // a promise
let ready = false;
let progress = { size: 0, loaded: 0 };
let count = 0;
let timer = 0;
let failure = ""; // why the interpreter can't be loaded

export function ask(request, files = {}, { seconds = SECONDS } = {}) {
  worker ?? start();
  return new Promise((resolve, reject) => {
    const number = ++count;
    pending.set(number, { resolve, reject, seconds });
    worker.then((started) => started.postMessage({ number, request, files }), () => {});
    if (pending.size === 1) next();
  });
}

export function stop(reason = "Stopped.") {
  end(reason);
  start();
}

export function watch(watcher) {
  watchers.add(watcher);
  watcher(status());
}

// Starts the interpreter before it is asked anything.
export function start() {
  if (worker !== null) return;
  const isCurrent = () => worker === starting;
  const starting = startPython("worker.js", (now) => isCurrent() && receive(now));
  worker = starting;
  starting.then(
    (started) => {
      started.addEventListener("message", ({ data }) => isCurrent() && receive(data));
      started.addEventListener("error", () => isCurrent() && fail("."));
    },
    ({ message }) => isCurrent() && fail(`: ${message}`),
  );
  progress = { size: 0, loaded: 0 };
  failure = "";
  tell();
}

function receive(data) {
  if (data.failed !== undefined) return fail(`: ${data.failed}`);
  if (data.size !== undefined) {
    progress = data;
    return tell();
  }
  if (data.ready) ready = true;
  if (data.number !== undefined) {
    const { resolve, reject } = pending.get(data.number);
    pending.delete(data.number);
    if (data.error === undefined) resolve(data.reply);
    else reject(new Error(data.error));
  }
  next();
}

// The time of the oldest request begins when the one before it has been answered.
function next() {
  clearTimeout(timer);
  if (ready && pending.size > 0) {
    const [{ seconds }] = pending.values();
    timer = setTimeout(() => stop(`Stopped: this took longer than ${seconds} seconds.`), 1000 * seconds);
  }
  tell();
}

function end(reason) {
  clearTimeout(timer);
  worker?.then((started) => started.terminate(), () => {});
  worker = null;
  ready = false;
  const rejected = [...pending.values()];
  pending.clear();
  for (const { reject } of rejected) reject(new Error(reason));
}

function fail(why) {
  failure = `The interpreter can't be loaded${why}`;
  end(failure);
  tell();
}

function status() {
  const state = failure ? "failed" : !ready ? "loading" : pending.size > 0 ? "busy" : "ready";
  return { state, ...progress, reason: failure };
}

function tell() {
  for (const watcher of watchers) watcher(status());
}
