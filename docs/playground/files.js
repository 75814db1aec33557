// The files of the playground: each is loaded once, whatever needs it. After a failure, it is tried again.

const made = new Map(); // promises, by what they are of

function remembered(key, make) {
  if (!made.has(key)) {
    const promise = make();
    made.set(key, promise);
    promise.catch(() => made.delete(key));
  }
  return made.get(key);
}

// Returns the response with a file that is compressed, as if it weren't and were of this type.
export const unpacked = ({ body }, type) =>
  new Response(body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": type } });

const plain = (response) => (response.url.endsWith(".bin") ? unpacked(response, "") : response).blob();

// Returns what `read` makes of the response with a file of this directory.
export const once = (name, read = plain, options = {}) =>
  remembered(name, async () => {
    const response = await fetch(new URL(name, import.meta.url), options);
    if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
    return read(response);
  });

// Returns the names and sizes of those files whose names say what they hold.
export const contents = () => once("contents.json", (response) => response.json(), { cache: "no-cache" });

// Starts a worker from files that stand one after the other. It is made of a blob, so that it obeys the page's content
// security policy.
export async function startWorker(...names) {
  const address = await remembered(names.join(), async () => {
    const parts = await Promise.all(names.map((name) => once(name)));
    return URL.createObjectURL(new Blob(parts, { type: "text/javascript" }));
  });
  return new Worker(address, { type: "module" });
}
