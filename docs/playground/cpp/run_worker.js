// The worker of a program that compiler.js has made; runner.js says what it is sent and sends. wasi.js stands before.

Error.stackTraceLimit = 100;

const MEMORY = "more memory than a page has for it";
const STACK = "deeper recursion than a browser has stack for";

const MOST_USED = 2 ** 30; // bytes of memory that all runs may have grown by: browsers give them back late
const AT_FIRST = 2 ** 26; // bytes, which hardly any program touches
let used = 0;
let runs = 0; // so far, in this worker

class Ended extends Error {}

self.onmessage = ({ data: { program, input, most } }) => {
  const written = [[], []];
  const sizes = [0, 0];
  const told = { status: null, read: false, flooded: false };
  let position = 0;
  const system = makeSystem({
    args: ["program"],
    read(buffer) {
      told.read = true;
      const part = input.subarray(position, position + buffer.length);
      buffer.set(part);
      position += part.length;
      return part.length;
    },
    write(which, bytes) {
      sizes[which - 1] += bytes.length;
      if (sizes[which - 1] > most) {
        told.flooded = true;
        throw new Ended();
      }
      written[which - 1].push(bytes.slice());
    },
  });
  const full = () => {
    told.unknown = MEMORY;
    throw new Ended();
  };
  const begin = performance.now();
  try {
    told.status = system.start(program, { page: { full } });
  } catch (error) {
    if (error instanceof RangeError) told.unknown = /memory/i.test(error.message) ? MEMORY : STACK;
    else if (!(error instanceof Ended)) {
      told.died = error.message === "unreachable" ? "aborted" : error.message;
      told.offsets = [...error.stack.matchAll(/:0x([0-9a-f]+)/g)].map(([, offset]) => parseInt(offset, 16));
    }
  }
  const [output, errors] = written.map((parts) => {
    const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
    let length = 0;
    for (const part of parts) {
      bytes.set(part, length);
      length += part.length;
    }
    return bytes;
  });
  used += Math.max(0, system.size() - AT_FIRST);
  const isFull = told.unknown === MEMORY;
  postMessage({ ...told, output, errors, isSpent: used > MOST_USED || isFull, isCrowded: isFull && runs > 0, seconds: (performance.now() - begin) / 1000 });
  runs++;
};

postMessage({ ready: true });
