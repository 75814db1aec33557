// A service worker: whoever has visited the playground can open it offline, too. The page's FILES, listed above, are
// requested as usual and, if nothing answers, taken from the browser's cache. Larger files are kept by load_worker.js, which
// asks for modules here.

async function keep() {
  const cache = await caches.open("refsol-page");
  await cache.addAll(FILES.map((name) => new Request(name, { cache: "no-cache" }))); // which only asks if they are new
}

async function answer(request) {
  try {
    return (request.url.endsWith(".wasm") && (await caches.match(request))) || (await fetch(request));
  } catch (error) {
    const kept = await caches.match(request);
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim())); // also serves the page of a first visit
self.addEventListener("fetch", (event) => event.respondWith(answer(event.request)));
