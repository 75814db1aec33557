// Compiles a visitor's program in C++ or C in the browser, by clang.
//
//   const { program, bytes } = await build(source, "cpp", { say });
//
// `program` is a module of WebAssembly. The compiler is loaded when it is needed first, and is then kept by the browser.
// `say(text, share)` is told what is going on and, while bytes arrive, which share of them has. What clang has to say on a
// program that it doesn't compile is an Error with `errors`, a text, and with the `line` of the first one or 0. So is what
// can't work in a browser. `stop` ends what is going on, which is then an Error; it returns whether there was anything.

import { contents, startWorker } from "../files.js";
import { impossible, withLongs } from "./source.js";

const here = (name) => new URL(`../${name}`, import.meta.url).href;
const KEPT = "refsol-compiler"; // the browser's cache
const COMPILING = "Compiling…";
const MADE = ["/headers.pch", "/runtime.o"];

let loaded = null; // a promise
let doing = ["Loading the compiler…"]; // while that is loaded
let next = null; // a worker that is ready
let current = null; // what is going on: { end, say, worker }

const cached = async () => self.caches?.open(KEPT); // not on a page that somebody else might have changed on its way

// Returns how many bytes are to be loaded before a program can be compiled, 0 if the browser has kept them.
export async function bytesToLoad() {
  const { sizes } = (await contents()).compiler;
  const cache = await cached();
  let sum = 0;
  for (const [name, size] of Object.entries(sizes)) if (!(await cache?.match(here(name)))) sum += size;
  return sum;
}

async function load(say) {
  const total = await bytesToLoad();
  const { core, headers, identity } = (await contents()).compiler;
  const cache = await cached();
  const keep = (name, body) => cache?.put(here(name), new Response(body)).catch(() => {}); // there may be no room
  let arrived = 0;
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  const counted = () =>
    new TransformStream({
      transform(part, controller) {
        arrived += part.length;
        say(`Loading the compiler: ${megabytes(arrived)} of ${megabytes(total)} MB.`, arrived / total);
        controller.enqueue(part);
      },
    });
  async function unpacked(name, type) {
    let body = (await cache?.match(here(name)))?.body;
    if (!body) {
      const response = await fetch(here(name));
      if (!response.ok) throw new Error(`The compiler can't be loaded: ${response.status} ${response.statusText}`);
      const [kept, used] = response.body.tee();
      keep(name, kept);
      body = used.pipeThrough(counted());
    }
    return new Response(body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": type } });
  }
  const [module, packed] = await Promise.all([
    WebAssembly.compileStreaming(unpacked(core, "application/wasm")),
    unpacked(headers, "application/octet-stream").then(async (response) => new Uint8Array(await response.arrayBuffer())),
  ]);
  const first = { core: module, headers: packed, made: {} };
  const names = MADE.map((path) => `${identity}${path}`);
  const found = await Promise.all(names.map((name) => cache?.match(here(name))));
  if (found.every(Boolean)) for (const [k, path] of MADE.entries()) first.made[path] = new Uint8Array(await found[k].arrayBuffer());
  else {
    say("Preparing headers…");
    first.made = await ask(await ready(first), "prepare", {});
    for (const [k, path] of MADE.entries()) keep(names[k], first.made[path]);
  }
  const wanted = [core, headers, ...names].map(here);
  for (const request of (await cache?.keys()) ?? []) if (!wanted.includes(request.url)) cache.delete(request);
  return first;
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

// Does a task of the worker, once everything is loaded.
async function perform(task, given, say) {
  stop();
  const mine = {};
  const stopped = new Promise((_, reject) => (mine.end = () => reject(new Error("Stopped."))));
  current = mine;
  mine.say = say;
  if (loaded === null) {
    loaded = load((...what) => {
      doing = what;
      current?.say(...what);
    });
    loaded.then(() => (doing = [COMPILING]), () => (loaded = null)); // so that it is tried again
  }
  say(...doing); // somebody who has stopped may wait once more for what goes on
  try {
    const first = await Promise.race([loaded, stopped]);
    const taken = next ?? ready(first);
    next = null;
    mine.worker = await taken;
    say(COMPILING);
    return await Promise.race([ask(mine.worker, task, given), stopped]);
  } finally {
    mine.worker?.terminate();
    if (loaded !== null && mine.worker) next ??= loaded.then(ready);
    if (current === mine) current = null;
  }
}

export async function build(source, language, { say, isChecked = false }) {
  const vain = impossible(source);
  if (vain) throw Object.assign(new Error(vain.what), { errors: `program.${language}:${vain.line}: ${vain.what}`, line: vain.line });
  const { module, bytes, errors } = await perform("build", { source: withLongs(source), language, isChecked }, say);
  if (errors === undefined) return { program: module, bytes };
  const line = Number(/^\/?program\.c\w*:(\d+):\d+: (?:fatal )?error:/m.exec(errors)?.[1] ?? 0);
  throw Object.assign(new Error("The program doesn't compile."), { errors: errors.replaceAll("/program.c", "program.c"), line });
}

// Returns the places of code in a program that was built with checks, as [function, file, line], the innermost first.
export const placesIn = (bytes, offsets, say) => perform("name", { bytes, offsets }, say);

export function stop() {
  const wasRunning = current !== null;
  current?.end();
  current = null;
  return wasRunning;
}
