// Python in a worker, from files that the page hands over in its first message. Pyodide's script stands before
// this text.

const handed = new Promise((resolve) => {
  const take = (event) => {
    event.stopImmediatePropagation();
    resolve(event.data);
  };
  self.addEventListener("message", take, { once: true });
});

// Pyodide asks for its files as if they were on a server; WebAssembly is compiled already.
const fetch = async (url) => {
  const file = (await handed)[String(url).split("/").at(-1)];
  return file instanceof WebAssembly.Module ? file : new Response(file);
};
WebAssembly.instantiateStreaming = async (source, imports) => {
  const module = await source;
  return { module, instance: await WebAssembly.instantiate(module, imports) };
};

// Returns Pyodide.
async function loadPython() {
  const memory = (await handed).memory.arrayBuffer();
  return loadPyodide({ indexURL: `${self.origin}/`, createPyodideModule: _createPyodideModule, _loadSnapshot: memory });
}
