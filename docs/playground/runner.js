// Runs a visitor's program, in a Python of its own in a worker of its own, which can be ended at any time.
//
//   const runner = makeRunner();
//   const outcome = await runner.run(source, input, { seconds: 5, most: 2 ** 24 });
//
// `source` is a program in Python and `input` an array of bytes. The outcome has what trials.py is told: the `fault`,
// "time limit", "output limit", "memory limit", "crashed" or null, a `message`, the exit `status` or null, the `seconds`,
// whether the program has `read` its input, and the bytes of its `output` and `errors`; and the `line` of the exception
// that ended it, or 0. The time begins when Python is ready.
//
// `stop` ends what is running or, if Python isn't ready yet, what is to run; its outcome is null. It returns whether there
// was anything. `prepare` gets Python ready before it is needed.

const MEMORY = "MemoryError";
const NOTHING = { fault: null, message: "", status: null, read: true, output: new Uint8Array(), errors: new Uint8Array(), line: 0 };

export function makeRunner() {
  let worker = null; // a promise of one that is ready
  let spare = null; // another, once a worker has been ended: then the next end is likely
  let current = null; // of the run: what its end is told to

  function start() {
    const address = new URL("runner_worker.js", import.meta.url).href;
    const blob = URL.createObjectURL(new Blob([`import ${JSON.stringify(address)};`], { type: "text/javascript" }));
    const started = new Worker(blob, { type: "module" });
    const ready = new Promise((resolve, reject) => {
      started.onmessage = ({ data }) => (data.ready ? resolve(started) : reject(new Error(`Python can't be loaded: ${data.failed}`)));
      started.onerror = () => reject(new Error("Python can't be loaded."));
    });
    return ready.finally(() => URL.revokeObjectURL(blob));
  }

  async function prepare() {
    worker ??= start();
    try {
      return await worker;
    } catch (error) {
      worker = null;
      throw error;
    }
  }

  function replace() {
    worker?.then((ended) => ended.terminate());
    worker = spare ?? start();
    const next = start();
    spare = next;
    next.catch(() => (spare = spare === next ? null : spare));
  }

  async function run(source, input, { seconds, most }) {
    const ended = new Promise((resolve) => (current = resolve));
    const mine = current;
    let timer = 0;
    try {
      const started = await Promise.race([prepare(), ended]);
      if (started === null) return null;
      const begin = performance.now();
      timer = setTimeout(() => mine({ fault: "time limit", message: `took longer than ${seconds} s` }), 1000 * seconds);
      started.onmessage = ({ data }) => mine(outcomeOf(data, most));
      started.postMessage({ source, input, most });
      const outcome = await ended;
      if (!outcome?.isAlive) replace();
      return outcome && { ...NOTHING, seconds: (performance.now() - begin) / 1000, ...outcome };
    } finally {
      clearTimeout(timer);
      if (current === mine) current = null;
    }
  }

  function stop() {
    const wasRunning = current !== null;
    current?.(null);
    current = null;
    return wasRunning;
  }

  return { run, stop, prepare };
}

// Returns the outcome of a run of which the worker has told this much; `isAlive` says whether it can run another.
function outcomeOf({ kind, flooded, died, ...told }, most) {
  const isAlive = !flooded && died === undefined && kind !== MEMORY;
  const fault = (name, message) => ({ ...told, isAlive, fault: name, message });
  if (flooded) return fault("output limit", `wrote more than ${most / 2 ** 20} MiB`);
  if (kind === MEMORY) return fault("memory limit", "used more memory than a page has");
  if (told.status === null) return fault("crashed", `crashed: ${died}`);
  return told.status === 0 ? { ...told, isAlive } : fault("crashed", `crashed: exit status ${told.status}`);
}
