// Runs a visitor's programs, each language in a worker of its own, which can be ended at any time.
//
//   const runner = makeRunner();
//   const program = await runner.prepare(source, "python", { say });
//   const outcome = await runner.run(program, input, { seconds: 5, most: 2 ** 24 });
//
// `input` is an array of bytes. The outcome has what trials.py is told: the `fault`, "time limit", "output limit",
// "memory limit", "crashed" or null, a `message`, the exit `status` or null, the `seconds`, whether the program has
// `read` its input, and the bytes of its `output` and `errors`; or instead of a fault, as `unknown`, what a browser can't
// judge. Besides, the `line` of the exception that ended a program in Python, or 0, and the `offsets` of the code that
// ended another one. The time begins when the worker is ready.
//
// `stop` ends what is running or, if nothing is ready yet, what is to run; its outcome is null. It returns whether there
// was anything. `prepare` compiles a program, as cpp/compiler.js does; `warm` lets the first run begin sooner.

import { build, buildAhead, stop as stopCompiler } from "./cpp/compiler.js";
import { startWorker } from "./files.js";
import { startPython } from "./python.js";

const MEMORY = "MemoryError";
const NOTHING = { fault: null, message: "", status: null, read: true, output: new Uint8Array(), errors: new Uint8Array(), line: 0, offsets: [], unknown: null };

export function makeRunner() {
  const python = makeWorkers(() => startPython("runner_worker.js"));
  const native = makeWorkers(() => startWorker("cpp/wasi.js", "cpp/run_worker.js"));
  const all = [python, native];
  return {
    prepare: async (source, language, options) => (language === "python" ? { source } : build(source, language, options)),
    run: (program, ...how) => (program.source === undefined ? native : python).run(program, ...how),
    stop: () => [...all.map((each) => each.stop()), stopCompiler()].some(Boolean),
    warm: async (source, language) => (language === "python" ? python.prepare() : buildAhead(source, language)),
  };
}

function makeWorkers(begin) {
  let worker = null; // a promise of one that is ready
  let spare = null; // another, once a worker has been ended: then the next end is likely
  let current = null; // of the run: what its end is told to

  async function start() {
    const started = await begin();
    return new Promise((resolve, reject) => {
      started.onmessage = ({ data }) => (data.ready ? resolve(started) : reject(new Error(`Python can't be loaded: ${data.failed}`)));
      started.onerror = () => reject(new Error("What runs programs can't be loaded."));
    });
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

  // Once more, in a new worker, if there was no room beside earlier programs, whose memory browsers give back late.
  async function run(...what) {
    const outcome = await runOnce(...what);
    return outcome?.isCrowded ? runOnce(...what) : outcome;
  }

  async function runOnce({ source, program }, input, { seconds, most }) {
    const ended = new Promise((resolve) => (current = resolve));
    const mine = current;
    let timer = 0;
    try {
      const started = await Promise.race([prepare(), ended]);
      if (started === null) return null;
      const begin = performance.now();
      timer = setTimeout(() => mine({ fault: "time limit", message: `took longer than ${seconds} s` }), 1000 * seconds);
      started.onmessage = ({ data }) => mine(outcomeOf(data, most));
      started.postMessage({ source, program, input, most });
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
function outcomeOf({ kind, flooded, died, isSpent, ...told }, most) {
  const isAlive = isSpent === undefined ? !flooded && died === undefined && kind !== MEMORY : !isSpent;
  const fault = (name, message) => ({ ...told, isAlive, fault: name, message });
  if (told.unknown) return { ...told, isAlive };
  if (flooded) return fault("output limit", `wrote more than ${most / 2 ** 20} MiB`);
  if (kind === MEMORY) return fault("memory limit", "used more memory than a page has");
  if (told.status === null) return fault("crashed", `crashed: ${died}`);
  return told.status === 0 ? { ...told, isAlive } : fault("crashed", `crashed: exit status ${told.status}`);
}
