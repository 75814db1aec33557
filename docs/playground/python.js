// Python in a worker, as snapshot.mjs has saved it: it has started, and has imported what answers the page. That takes a
// tenth of the time of starting it here.

const here = (name) => new URL(name, import.meta.url).href;
const listed = fetch(here("contents.json"), { cache: "no-cache" }).then((response) => response.json());

// Returns the sizes in bytes of all files that are needed, by URL.
export async function sizes() {
  return Object.fromEntries(Object.entries((await listed).sizes).map(([name, size]) => [here(name), size]));
}

// Returns refsol's sources as an array of bytes, from which Python may still import modules.
export async function loadSources() {
  return new Uint8Array(await (await fetch(here((await listed).sources))).arrayBuffer());
}

// Returns Pyodide.
export async function loadPython() {
  const { pyodide, snapshot } = await listed;
  const memory = fetch(here(snapshot)).then(unpacked);
  const { loadPyodide } = await import(here(`${pyodide}/pyodide.mjs`));
  return loadPyodide({ indexURL: here(`${pyodide}/`), _loadSnapshot: memory });
}

const unpacked = ({ body }) => new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
