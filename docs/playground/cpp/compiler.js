// Compiles a visitor's program in C++ or C in the browser, by clang.
//
//   const { program, bytes } = await build(source, "cpp", { say });
//
// `program` is a module of WebAssembly. The compiler is loaded when it is needed first, and is then kept by the browser.
// `say(text, share)` is told what is going on and, while bytes arrive, which share of them has. What clang has to say on a
// program that it doesn't compile is an Error with `errors`, a text, and with the `line` of the first one or 0. So is what
// can't work in a browser. `stop` ends what `build` or `placesIn` waits for, which is then an Error; it returns whether there was anything.

import { bytesToLoad, contents, load, startWorker } from "../files.js";
import { impossible, withLongs } from "./source.js";

const here = (name) => new URL(`../${name}`, import.meta.url).href;
const [KEPT, MADE] = ["refsol-compiler", "refsol-headers"]; // the browser's caches: for what is loaded, and what is made of it
const [RUNTIME, ...SNAPSHOTS] = ["/runtime.o", "/17.pch", "/20.pch"]; // what is made

let loaded = null; // a promise
let doing = ["Loading the compiler…"]; // before a program is compiled
let next = null; // a worker that is ready
let prepared = null; // a promise, resolved once all snapshots that were missed so far are made
const missed = new Set(); // snapshots
let current = null; // what somebody waits for: { job, stop, say }
let last = null; // the latest job that builds a program without checks, done or not

async function loadAll(say) {
  const { core, headers, identity, sizes } = (await contents()).compiler;
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  const files = await load(KEPT, sizes, (size, loaded) => {
    if (size > 0) say(`Loading the compiler: ${megabytes(loaded)} of ${megabytes(size)} MB.`, loaded / size);
  }).catch(({ message }) => Promise.reject(new Error(`The compiler can't be loaded: ${message}`)));
  const first = { core: files[core], headers: new Uint8Array(await files[headers].arrayBuffer()), made: {} };
  const cache = await self.caches?.open(MADE);
  for (const path of [RUNTIME, ...SNAPSHOTS]) {
    const found = await cache?.match(here(`${identity}${path}`));
    if (found) first.made[path] = await found.blob();
  }
  return first;
}

// Takes the compiler from the browser's cache, so that the browser also keeps what it makes of it from now on.
async function reload() {
  const { sizes } = (await contents()).compiler;
  if ((await bytesToLoad(KEPT, sizes)) === 0) await load(KEPT, sizes, () => {});
}

// Makes a snapshot, which the browser then keeps.
async function prepare(snapshot) {
  const [first, { compiler }] = await Promise.all([loaded, contents()]);
  const made = await ask(await ready(first), "prepare", { snapshot });
  Object.assign(first.made, made);
  next?.then((worker) => worker.terminate());
  next = ready(first);
  const cache = await self.caches?.open(MADE);
  for (const request of (await cache?.keys()) ?? []) if (!request.url.startsWith(here(compiler.identity))) await cache.delete(request);
  for (const [path, blob] of Object.entries(made)) await cache?.put(here(`${compiler.identity}${path}`), new Response(blob));
}

async function ready(first) {
  const worker = await startWorker("cpp/wasi.js", "cpp/compile_worker.js");
  worker.postMessage(first);
  return worker;
}

// Has a worker do a task, and ends it.
async function ask(worker, task, given) {
  try {
    const { answer, failed } = await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = () => reject(new Error("The compiler can't be started."));
      worker.postMessage({ task, ...given });
    });
    if (answer === undefined) throw new Error(`The compiler failed: ${failed}`);
    return answer;
  } finally {
    worker.terminate();
  }
}

function startLoading() {
  const tell = (...what) => {
    doing = what;
    current?.say(...what);
  };
  const loading = loadAll(tell);
  loading.then(() => tell("Preparing headers…"), () => (loaded = null)); // so that it is tried again
  return loading;
}

// Lets what comes next be quicker.
function foresee() {
  next ??= loaded.then(ready);
}

// Makes a snapshot that a program has missed, once nobody waits for that program.
function make(snapshot) {
  if (missed.has(snapshot)) return;
  missed.add(snapshot);
  prepared = (prepared ?? reload()).then(() => prepare(snapshot)).catch(() => {}); // it works without, and there may be no room to keep it
}

// Gets ready for a program, if the browser has kept the compiler; returns how many bytes are to be loaded otherwise.
export async function warmUp() {
  if (loaded !== null) return 0;
  const bytes = await bytesToLoad(KEPT, (await contents()).compiler.sizes);
  if (bytes === 0) {
    loaded ??= startLoading();
    loaded.then(foresee, () => {});
  }
  return bytes;
}

// Begins to build a program that somebody may want soon, if the browser has kept the compiler.
export async function buildAhead(source, language) {
  if (!impossible(source) && (await warmUp()) === 0 && current === null) building({ source: withLongs(source), language, isChecked: false });
}

// Returns a job: promises of the worker that does a task, once everything is loaded, and of its answer.
function begin(task, given) {
  loaded ??= startLoading();
  const worker = loaded.then((first) => {
    const taken = next ?? ready(first);
    next = null;
    return taken;
  });
  const job = { worker, answer: worker.then((started) => ask(started, task, given)) };
  job.answer.then(foresee, () => end(job));
  return job;
}

// Returns the job that builds a program without checks: the latest one, if it is for the same program.
function building(given) {
  const what = JSON.stringify(given);
  if (last?.what === what) return last;
  if (last !== null) end(last);
  return (last = Object.assign(begin("build", given), { what }));
}

// Ends a job; the next request for the same program starts a new one.
function end(job) {
  job.worker.then(
    (worker) => {
      worker.terminate();
      foresee();
    },
    () => {},
  );
  if (last === job) last = null;
}

// Waits for a job.
async function follow(job, say) {
  const mine = { job, say };
  const stopped = new Promise((_, reject) => (mine.stop = () => reject(new Error("Stopped."))));
  current = mine;
  say(...doing); // somebody who has stopped may wait once more for what goes on
  try {
    await Promise.race([job.worker, stopped]);
    say("Compiling…");
    return await Promise.race([job.answer, stopped]);
  } finally {
    if (current === mine) current = null;
  }
}

export async function build(source, language, { say, isChecked = false }) {
  const vain = impossible(source);
  if (vain) throw Object.assign(new Error(vain.what), { errors: `program.${language}:${vain.line}: ${vain.what}`, line: vain.line });
  const given = { source: withLongs(source), language, isChecked };
  const { module, bytes, errors, missing } = await follow(isChecked ? begin("build", given) : building(given), say);
  missing.forEach(make);
  if (errors === undefined) return { program: module, bytes };
  const line = Number(/^\/?program\.c\w*:(\d+):\d+: (?:fatal )?error:/m.exec(errors)?.[1] ?? 0);
  throw Object.assign(new Error("The program doesn't compile."), { errors: errors.replaceAll("/program.c", "program.c"), line });
}

// Returns the places of code in a program that was built with checks, as [function, file, line], the innermost first.
export const placesIn = (bytes, offsets, say) => follow(begin("name", { bytes, offsets }), say);

export function stop() {
  if (current === null) return false;
  current.stop();
  end(current.job);
  current = null;
  return true;
}
