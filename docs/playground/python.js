// Python in workers, as snapshot.mjs has saved it: it has started, and has imported what answers the page. That takes a
// tenth of the time of starting it here.

import { contents, once, startWorker, unpacked } from "./files.js";

const compiled = (response) => WebAssembly.compileStreaming(unpacked(response, "application/wasm"));

async function load({ sources, snapshot, sizes }, tell) {
  const size = Object.values(sizes).reduce((sum, one) => sum + one);
  let loaded = 0;
  tell({ size, loaded });
  const all = Object.entries(sizes).map(async ([path, bytes]) => {
    const file = await once(path, path.endsWith(".wasm.bin") ? compiled : undefined);
    tell({ size, loaded: (loaded += bytes) });
    return [path.split("/").at(-1).replace(/\.bin$/, ""), file];
  });
  const files = Object.fromEntries(await Promise.all(all));
  return { ...files, memory: files[snapshot.replace(/\.bin$/, "")], sources: files[sources] };
}

// Starts a worker from a file of this directory, before which python_worker.js stands, and hands it all other files that
// Python needs; as a failure to load them, it sends { failed }. `tell` is told how many of their bytes have been loaded,
// whenever one is complete.
export async function startPython(name, tell = () => {}) {
  const listed = await contents();
  const files = load(listed, tell);
  const worker = await startWorker(`${listed.pyodide}/pyodide.js.bin`, "python_worker.js", name);
  files.then(
    (all) => worker.postMessage(all),
    ({ message }) => worker.dispatchEvent(new MessageEvent("message", { data: { failed: message } })),
  );
  return worker;
}
