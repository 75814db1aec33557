// The worker of runner.js: Python with nothing but a visitor's program, which reads and writes arrays of bytes.
// python_worker.js stands before this text.

let input = new Uint8Array();
let taken = 0; // bytes of it
let asked = false; // for input
let most = 0;
let written = [[], []]; // arrays of bytes: standard output and standard error
let sizes = [0, 0];
let flooded = false;

const reader = {
  read(buffer) {
    asked = true;
    const part = input.subarray(taken, taken + buffer.length);
    buffer.set(part);
    taken += part.length;
    return part.length;
  },
};

// A writer to one of the two; at the limit the page is told, and ends this worker.
const writer = (which) => ({
  write(buffer) {
    sizes[which] += buffer.length;
    if (sizes[which] <= most) written[which].push(buffer.slice());
    else if (!flooded) {
      flooded = true;
      send({ flooded, ...results() });
    }
    return buffer.length;
  },
});

function results() {
  const [output, errors] = written.map((parts, which) => {
    const bytes = new Uint8Array(Math.min(sizes[which], most));
    let length = 0;
    for (const part of parts) {
      bytes.set(part, length);
      length += part.length;
    }
    return bytes.subarray(0, length);
  });
  return { output, errors, read: asked };
}

// What the program could reach the network or the page with, after Python has been loaded.
const send = postMessage.bind(self);
const OTHERS = ["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "WebTransport", "BroadcastChannel", "Worker", "indexedDB", "caches", "importScripts", "postMessage"];

async function load() {
  const pyodide = await loadPython();
  pyodide.FS.writeFile("/runner.py", await (await handed).runner.text());
  pyodide.runPython("import sys; sys.path.insert(0, '/'); import runner; sys.path.pop(0)");
  const run = pyodide.pyimport("runner").run;
  for (const name of ["js", "pyodide_js"]) pyodide.unregisterJsModule(name);
  pyodide.runPython("import sys; [sys.modules.pop(name, None) for name in ('js', 'pyodide_js')]");
  for (const name of OTHERS) Object.defineProperty(self, name, { value: undefined });
  pyodide.runPython("from pyodide import webloop; webloop.scheduleCallback = None");
  // Anew for each run, since a program may close them.
  return (source) => {
    pyodide.setStdin(reader);
    pyodide.setStdout(writer(0));
    pyodide.setStderr(writer(1));
    return run(source);
  };
}

const loading = load();
loading.then(
  () => send({ ready: true }),
  (error) => send({ failed: String(error.message ?? error) }),
);

self.addEventListener("message", async ({ data }) => {
  const run = await loading;
  [input, most, taken, asked, written, sizes, flooded] = [data.input, data.most, 0, false, [[], []], [0, 0], false];
  const begin = performance.now();
  try {
    const result = run(data.source);
    const [status, kind, line] = result.toJs();
    result.destroy();
    send({ status, kind, line, seconds: (performance.now() - begin) / 1000, ...results() });
  } catch (error) {
    // Python itself has ended, by os._exit or for want of stack, or there was no memory left to report that there is none.
    const status = error.name === "ExitStatus" || error.name === "Exit" ? error.status : null;
    send({ status, kind: error.type, died: String(error.message ?? error), seconds: (performance.now() - begin) / 1000, ...results() });
  }
});
