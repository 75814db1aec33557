// Loads files for the page, so that this doesn't hold it up. The decoder of xz stands before this text. It is sent
// { kept, files: [[name, URL], …] }, and sends how many bytes have `arrived` for the `name`, part by part, and then its
// file: a module if it is WebAssembly, or else a Blob. Those called *.bin and *.xz are compressed, since not every server
// does that. The browser keeps what arrives in its cache `kept`, where a page may have one: it isn't sure to keep large
// files otherwise. What xz has packed is kept unpacked, as unpacking takes seconds.

const keeping = [];

async function opened(cache, name, url) {
  const response = await cache?.match(url);
  if (response) return response.body;
  const { ok, status, statusText, body } = await fetch(url);
  if (!ok) throw new Error(`${url}: ${status} ${statusText}`);
  const arrives = new TransformStream({
    transform(part, controller) {
      postMessage({ name, arrived: part.length });
      controller.enqueue(part);
    },
  });
  const arriving = body.pipeThrough(arrives);
  const [kept, used] = (url.endsWith(".xz") ? new XzReadableStream(arriving) : arriving).tee();
  if (cache) keeping.push(cache.put(url, new Response(kept)).catch(() => {})); // there may be no room
  return used;
}

async function load(cache, name, url) {
  const body = await opened(cache, name, url);
  const unpacked = url.endsWith(".bin") ? body.pipeThrough(new DecompressionStream("gzip")) : body;
  if (!url.includes(".wasm.")) return new Response(unpacked).blob();
  return WebAssembly.compileStreaming(new Response(unpacked, { headers: { "Content-Type": "application/wasm" } }));
}

self.onmessage = async ({ data: { kept, files } }) => {
  const cache = await self.caches?.open(kept); // not on a page that somebody else might have changed on its way
  try {
    await Promise.all(files.map(async ([name, url]) => postMessage({ name, file: await load(cache, name, url) })));
  } catch ({ message }) {
    postMessage({ failed: message });
  }
  await Promise.all(keeping);
  const wanted = new Set(files.map(([, url]) => url));
  for (const { url } of (await cache?.keys()) ?? []) if (!wanted.has(url)) await cache.delete(url); // of earlier versions
  self.close();
};
