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

const address = (name) => new URL(name, import.meta.url).href;

// Returns what `read` makes of the response with a file of this directory.
const once = (name, read, options = {}) =>
  remembered(name, async () => {
    const response = await fetch(address(name), options);
    if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
    return read(response);
  });

// Returns the names and sizes of those files whose names say what they hold.
export const contents = () => once("contents.json", (response) => response.json(), { cache: "no-cache" });

// Where load_worker.js keeps a file.
const placeOf = (name) => address(name.replace(/\.xz$/, ""));

// Returns the sum of the `sizes`, by names, of those files that the browser hasn't kept in its cache.
export async function bytesToLoad(kept, sizes) {
  const cache = await self.caches?.open(kept);
  let sum = 0;
  for (const [name, size] of Object.entries(sizes)) if (!(await cache?.match(placeOf(name)))) sum += size;
  return sum;
}

// Returns the files of which the `sizes` are given by names, as load_worker.js sends them, and lets the browser keep them,
// and only them, in its cache. `say(size, loaded)` is told how many of the bytes to load have been loaded.
export async function load(kept, sizes, say) {
  const [size, worker] = await Promise.all([bytesToLoad(kept, sizes), startWorker("xz.js", "load_worker.js")]);
  const names = Object.keys(sizes);
  const files = {};
  let loaded = 0;
  say(size, loaded);
  return new Promise((resolve, reject) => {
    worker.onerror = () => reject(new Error("a worker can't be started"));
    worker.onmessage = ({ data: { name, arrived, file, failed } }) => {
      if (failed !== undefined) return reject(new Error(failed));
      if (file === undefined) return say(size, (loaded += arrived));
      files[name] = file;
      if (names.every((each) => each in files)) resolve(files);
    };
    const isServed = Boolean(navigator.serviceWorker?.controller);
    worker.postMessage({ kept, isServed, files: names.map((name) => [name, address(name), placeOf(name)]) });
  });
}

// Starts a worker from files that stand one after the other, of which the first may be a Blob. It is made of a blob, so
// that it obeys the page's content security policy.
export async function startWorker(...files) {
  const address = await remembered(files.at(-1), async () => {
    const texts = files.map((file) => (file instanceof Blob ? file : once(file, (response) => response.blob())));
    return URL.createObjectURL(new Blob(await Promise.all(texts), { type: "text/javascript" }));
  });
  return new Worker(address, { type: "module" });
}
