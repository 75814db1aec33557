// Loads files for the page, so that this doesn't hold it up. It is sent [[name, URL], …], and sends each file: as a module
// if it is WebAssembly, or else as a Blob. Those called *.bin are compressed, since not every server does that.

async function load(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  if (!url.endsWith(".bin")) return response.blob();
  const headers = { "Content-Type": "application/wasm" };
  const unpacked = new Response(response.body.pipeThrough(new DecompressionStream("gzip")), { headers });
  return url.endsWith(".wasm.bin") ? WebAssembly.compileStreaming(unpacked) : unpacked.blob();
}

self.onmessage = ({ data }) => {
  for (const [name, url] of data)
    load(url).then(
      (file) => postMessage({ name, file }),
      ({ message }) => postMessage({ failed: message }),
    );
};
