// Python in workers, as snapshot.mjs has saved it: it has started, and has imported what answers the page. That takes a
// tenth of the time of starting it here.

import { contents, remembered, startWorker } from "./files.js";

let progress = { size: 0, loaded: 0 };
let tell = () => {};

const short = (name) => name.split("/").at(-1).replace(/\.bin$/, "");

// Returns all files that Python needs, by the last parts of their names.
async function load() {
  const { sources, snapshot, sizes } = await contents();
  const size = Object.values(sizes).reduce((sum, one) => sum + one);
  const say = (loaded) => tell((progress = { size, loaded }));
  const names = Object.keys(sizes);
  const files = {};
  say(0);
  const worker = await startWorker("load_worker.js");
  const all = new Promise((resolve, reject) => {
    worker.onerror = () => reject(new Error("a worker can't be started"));
    worker.onmessage = ({ data: { name, file, failed } }) => {
      if (failed !== undefined) return reject(new Error(failed));
      files[short(name)] = file;
      say(progress.loaded + sizes[name]);
      if (Object.keys(files).length === names.length) resolve({ ...files, memory: files[short(snapshot)], sources: files[sources] });
    };
    worker.postMessage(names.map((name) => [name, new URL(name, import.meta.url).href]));
  });
  return all.finally(() => worker.terminate());
}

// Starts a worker from a file of this directory, before which Pyodide and python_worker.js stand, and hands it the files.
// `told` is told from now on how many of their bytes have been loaded, whenever one is complete.
export async function startPython(name, told = tell) {
  tell = told;
  const files = await remembered("python", load);
  const worker = await startWorker(files["pyodide.js"], "python_worker.js", name);
  worker.postMessage(files);
  return worker;
}
