// Python in workers, as snapshot.mjs has saved it: it has started, and has imported what answers the page. That takes a
// tenth of the time of starting it here.

import { contents, load, remembered, startWorker } from "./files.js";

let progress = { size: 0, loaded: 0 };
let tell = () => {};

const short = (name) => name.split("/").at(-1).replace(/\.bin$/, "");

// Returns all files that Python needs, by the last parts of their names.
async function loadAll() {
  const { sources, snapshot, runner, sizes } = await contents();
  const loaded = await load("refsol-python", sizes, (size, arrived) => tell((progress = { size, loaded: arrived })));
  const files = Object.fromEntries(Object.entries(loaded).map(([name, file]) => [short(name), file]));
  return { ...files, memory: files[short(snapshot)], sources: files[sources], runner: files[runner] };
}

// Starts a worker from a file of this directory, before which Pyodide and python_worker.js stand, and hands it the files.
// `told` is told from now on how many bytes there are to load, and have been loaded.
export async function startPython(name, told = tell) {
  tell = told;
  const files = await remembered("python", loadAll);
  const worker = await startWorker(files["pyodide.js"], "python_worker.js", name);
  worker.postMessage(files);
  return worker;
}
