// Loads files for the page, so that this doesn't hold it up. The decoder of xz stands before this text. It is sent
// { kept, isServed, files: [[name, URL, place], …] }, and sends how many bytes have `arrived` for the `name`, part by part,
// and then its file: a module if it is WebAssembly, or else a Blob. Those called *.bin and *.xz are compressed, since not
// every server does that. The browser keeps what arrives in its cache `kept`, by its `place`, where a page may have one: it
// isn't sure to keep large files otherwise. What xz has packed is kept unpacked, as unpacking takes seconds.
//
// A module that is kept is taken from the service worker, if the page `isServed` by one: of such a module, and as long as
// the worker that asked for it lives, Chromium also keeps the code that it has optimized.

const MODULE = { headers: { "Content-Type": "application/wasm" } };
const keeping = [];
let isNeeded = false; // once all is loaded

async function recalled(cache, place, isServed) {
  const kept = await cache?.match(place);
  if (!kept || !isServed || !place.endsWith(".wasm")) return kept;
  const served = await fetch(place).catch(() => null);
  if (!served?.ok) return kept;
  isNeeded = true;
  return served;
}

async function requested(cache, name, url, place) {
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
  const options = place.endsWith(".wasm") ? MODULE : {};
  if (cache) keeping.push(cache.put(place, new Response(kept, options)).catch(() => {})); // there may be no room
  return new Response(used, options);
}

async function load(cache, name, url, place, isServed) {
  const response = (await recalled(cache, place, isServed)) ?? (await requested(cache, name, url, place));
  if (place.endsWith(".wasm")) return WebAssembly.compileStreaming(response);
  if (!place.endsWith(".bin")) return response.blob();
  const unpacked = response.body.pipeThrough(new DecompressionStream("gzip"));
  return place.includes(".wasm.") ? WebAssembly.compileStreaming(new Response(unpacked, MODULE)) : new Response(unpacked).blob();
}

self.onmessage = async ({ data: { kept, isServed, files } }) => {
  const cache = await self.caches?.open(kept); // not on a page that somebody else might have changed on its way
  try {
    await Promise.all(files.map(async ([name, url, place]) => postMessage({ name, file: await load(cache, name, url, place, isServed) })));
  } catch ({ message }) {
    postMessage({ failed: message });
  }
  await Promise.all(keeping);
  const places = files.map(([, , place]) => place);
  for (const { url } of (await cache?.keys()) ?? []) if (!places.includes(url)) await cache.delete(url); // of earlier versions
  if (!isNeeded) self.close();
};
