// The worker of interpreter.js: gets Python and refsol ready, then passes requests on to answering.py. python_worker.js
// stands before this text.

const encoder = new TextEncoder();

async function load() {
  const pyodide = await loadPython();
  pyodide.FS.writeFile("/refsol.zip", new Uint8Array(await (await handed).sources.arrayBuffer()));
  return [pyodide, pyodide.pyimport("answering").answer];
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
