// The files of the playground: each is loaded once, whatever needs it. After a failure, it is tried again.

const made = new Map(); // promises, by what they are of

export function remembered(key, make) {
  if (!made.has(key)) {
    const promise = make();
    made.set(key, promise);
    promise.catch(() => made.delete(key));
  }
  return made.get(key);
}

// Returns what `read` makes of the response with a file of this directory.
const once = (name, read, options = {}) =>
  remembered(name, async () => {
    const response = await fetch(new URL(name, import.meta.url), options);
    if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
    return read(response);
  });

// Returns the names and sizes of those files whose names say what they hold.
export const contents = () => once("contents.json", (response) => response.json(), { cache: "no-cache" });

// Starts a worker from files that stand one after the other, of which the first may be a Blob. It is made of a blob, so
// that it obeys the page's content security policy.
export async function startWorker(...files) {
  const address = await remembered(files.at(-1), async () => {
    const texts = files.map((file) => (file instanceof Blob ? file : once(file, (response) => response.blob())));
    return URL.createObjectURL(new Blob(await Promise.all(texts), { type: "text/javascript" }));
  });
  return new Worker(address, { type: "module" });
}
