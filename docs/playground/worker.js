// The worker of interpreter.js: gets Python and refsol ready, then passes requests on to answering.py.

import { loadPython, loadSources, sizes } from "./python.js";

const encoder = new TextEncoder();

async function load() {
  report(await sizes());
  const [pyodide, sources] = await Promise.all([loadPython(), loadSources()]);
  pyodide.FS.writeFile("/refsol.zip", sources);
  return [pyodide, pyodide.pyimport("answering").answer];
}

// Sends the page the size of all files and how many bytes have arrived, whenever a file is complete. To count the bytes of a file as
// they arrive would keep WebAssembly from being compiled meanwhile.
function report(sizes) {
  const size = Object.values(sizes).reduce((sum, one) => sum + one);
  let loaded = 0;
  postMessage({ size, loaded });
  const observer = new PerformanceObserver((entries) => {
    for (const { name } of entries.getEntries()) loaded += sizes[name] ?? 0;
    postMessage({ size, loaded });
  });
  observer.observe({ type: "resource", buffered: true });
}

const loading = load();
loading.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ failed: String(error.message ?? error) }),
);

self.addEventListener("message", async ({ data: { number, request, files } }) => {
  const [pyodide, answer] = await loading;
  try {
    const bytes = Object.entries(files).map(([name, file]) => [
      name,
      typeof file === "string" ? encoder.encode(file) : file,
    ]);
    const given = pyodide.toPy(Object.fromEntries(bytes));
    const reply = JSON.parse(answer(JSON.stringify(request), given));
    given.destroy();
    postMessage({ number, reply });
  } catch (error) {
    postMessage({ number, error: String(error.message).trim().split("\n").at(-1) }); // the last line of a traceback
  }
});
