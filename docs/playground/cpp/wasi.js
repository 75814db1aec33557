// A system for WebAssembly, as far as a compiler and contest programs need one: WASI preview 1 with files in memory.
//
//   const system = makeSystem({ args, files, open, write });
//   system.start(module, imports)    // runs it; returns its exit status; what it throws is thrown on
//
// `files` is a Map from absolute paths to arrays of bytes; what the module writes is there afterwards, without "." and
// "..". `write(which, bytes)` gets what goes to standard output (1) and standard error (2), a view that doesn't last.
// Without `files`, the module is a visitor's program: `read(buffer)` fills a buffer with the next bytes of standard input
// and returns how many, and any file that the program opens for reading is also standard input; what it writes to files
// is dropped, unless the file takes the place of standard output.
//
// The time and the random numbers are the same in each run. This file has no exports: it is put before a worker's text.

const [BAD_DESCRIPTOR, IS_DIRECTORY, NO_ENTRY, NOT_SUPPORTED, CANNOT_SEEK] = [8, 31, 44, 52, 70];
const [STREAM, DIRECTORY, FILE] = [0, 3, 4]; // types of files; a stream is no terminal
const [MUST_BE_DIRECTORY, CREATE, EMPTY] = [2, 1, 8]; // flags of path_open

class Exit extends Error {
  constructor(status) {
    super(`exit status ${status}`);
    this.status = status & 255;
  }
}

function makeSystem({ args, files, read = () => 0, write = () => {} }) {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const directories = new Set(["/", "/tmp"]);
  for (const path of files?.keys() ?? []) for (let end = path.lastIndexOf("/"); end > 0 && !directories.has(path.slice(0, end)); end = path.lastIndexOf("/", end - 1)) directories.add(path.slice(0, end));
  const opened = [{ read }, { write: (bytes) => write(1, bytes) }, { write: (bytes) => write(2, bytes) }, { path: "/" }]; // by descriptor
  const written = new Map(); // files that grow, by path: { bytes, length }, where `bytes` may have room
  const numbers = new Map(); // of files, by which the compiler tells one from another
  let memory;
  let view = new DataView(new ArrayBuffer(0));
  const now = () => (view.buffer === memory.buffer ? view : (view = new DataView(memory.buffer)));
  const u32 = (at, value) => now().setUint32(at, value, true);
  const u64 = (at, value) => now().setBigUint64(at, BigInt(value), true);
  const bytesAt = (at, length) => new Uint8Array(memory.buffer, at, length);

  function pathOf(at, length) {
    const parts = [];
    for (const part of decoder.decode(bytesAt(at, length)).split("/")) {
      if (part === "..") parts.pop();
      else if (part !== "" && part !== ".") parts.push(part);
    }
    return `/${parts.join("/")}`;
  }

  const typeOf = ({ path, position }) => (path === undefined ? STREAM : position === undefined ? DIRECTORY : FILE);
  const lengthOf = (path) => written.get(path)?.length ?? files?.get(path)?.length;

  function describe(at, type, path) {
    if (!numbers.has(path)) numbers.set(path, numbers.size + 1);
    bytesAt(at, 64).fill(0);
    u64(at + 8, numbers.get(path));
    u64(at + 16, type);
    u64(at + 24, 1);
    u64(at + 32, lengthOf(path) ?? 0);
    return 0;
  }

  // Calls `each` with the parts of memory that a list of buffers names, until one isn't taken as a whole.
  function transfer(list, count, result, each) {
    let total = 0;
    for (let k = 0; k < count; k++) {
      const [at, length] = [now().getUint32(list + 8 * k, true), now().getUint32(list + 8 * k + 4, true)];
      const moved = each(bytesAt(at, length), total);
      total += moved;
      if (moved < length) break;
    }
    u32(result, total);
    return 0;
  }

  function readAt(path, position, buffer) {
    const part = (written.get(path)?.bytes.subarray(0, lengthOf(path)) ?? files.get(path)).subarray(position, position + buffer.length);
    buffer.set(part);
    return part.length;
  }

  function writeAt(path, position, buffer) {
    const file = written.get(path);
    const end = position + buffer.length;
    if (end > file.bytes.length) {
      const larger = new Uint8Array(Math.max(end, 2 * file.bytes.length, 2 ** 16));
      larger.set(file.bytes);
      file.bytes = larger;
    }
    file.bytes.set(buffer, position);
    file.length = Math.max(file.length, end);
    return buffer.length;
  }

  // A list of strings, and where each begins.
  const strings = (list) => ({
    get(pointers, at) {
      for (const [k, text] of list.entries()) {
        const bytes = encoder.encode(`${text}\0`);
        u32(pointers + 4 * k, at);
        bytesAt(at, bytes.length).set(bytes);
        at += bytes.length;
      }
      return 0;
    },
    sizes(count, length) {
      u32(count, list.length);
      u32(length, encoder.encode(list.map((text) => `${text}\0`).join("")).length);
      return 0;
    },
  });
  const [arguments_, environment] = [strings(args), strings([])];

  const calls = {
    args_get: arguments_.get,
    args_sizes_get: arguments_.sizes,
    environ_get: environment.get,
    environ_sizes_get: environment.sizes,
    clock_time_get(clock, _precision, at) {
      u64(at, clock === 0 ? 10n ** 18n : Math.round(1e6 * performance.now()));
      return 0;
    },
    clock_res_get(_clock, at) {
      u64(at, 1000);
      return 0;
    },
    random_get(at, length) {
      bytesAt(at, length).fill(7);
      return 0;
    },
    fd_close(descriptor) {
      if (!opened[descriptor]) return BAD_DESCRIPTOR;
      opened[descriptor] = undefined;
      return 0;
    },
    fd_fdstat_get(descriptor, at) {
      const file = opened[descriptor];
      if (!file) return BAD_DESCRIPTOR;
      bytesAt(at, 24).fill(0);
      now().setUint8(at, typeOf(file));
      u64(at + 8, 2n ** 64n - 1n);
      u64(at + 16, 2n ** 64n - 1n);
      return 0;
    },
    fd_fdstat_set_flags: () => 0,
    fd_filestat_get(descriptor, at) {
      const file = opened[descriptor];
      if (!file) return BAD_DESCRIPTOR;
      return describe(at, typeOf(file), file.path);
    },
    fd_filestat_set_size(descriptor, length) {
      const { path } = opened[descriptor];
      writeAt(path, Number(length), new Uint8Array());
      written.get(path).length = Number(length);
      return 0;
    },
    fd_prestat_get(descriptor, at) {
      if (descriptor !== 3) return BAD_DESCRIPTOR;
      u32(at, 0);
      u32(at + 4, 1);
      return 0;
    },
    fd_prestat_dir_name(_descriptor, at) {
      bytesAt(at, 1)[0] = "/".charCodeAt(0);
      return 0;
    },
    fd_read(descriptor, list, count, result) {
      const file = opened[descriptor];
      if (file?.read) return transfer(list, count, result, file.read);
      if (file?.position === undefined) return file ? IS_DIRECTORY : BAD_DESCRIPTOR;
      return transfer(list, count, result, (buffer) => {
        const length = readAt(file.path, file.position, buffer);
        file.position += length;
        return length;
      });
    },
    fd_pread: (descriptor, list, count, position, result) => transfer(list, count, result, (buffer, done) => readAt(opened[descriptor].path, Number(position) + done, buffer)),
    fd_write(descriptor, list, count, result) {
      const file = opened[descriptor];
      if (!file || file.read) return BAD_DESCRIPTOR;
      return transfer(list, count, result, (buffer) => {
        if (file.write) file.write(buffer);
        else file.position += writeAt(file.path, file.position, buffer);
        return buffer.length;
      });
    },
    fd_pwrite: (descriptor, list, count, position, result) => transfer(list, count, result, (buffer, done) => writeAt(opened[descriptor].path, Number(position) + done, buffer)),
    fd_seek(descriptor, offset, from, result) {
      const file = opened[descriptor];
      if (!file) return BAD_DESCRIPTOR;
      if (file.position === undefined) return CANNOT_SEEK;
      file.position = Number(offset) + [0, file.position, lengthOf(file.path)][from];
      u64(result, file.position);
      return 0;
    },
    // As freopen does: a file that takes the place of a standard stream is that stream.
    fd_renumber(from, to) {
      if (to > 2) opened[to] = opened[from];
      opened[from] = undefined;
      return 0;
    },
    path_filestat_get(_directory, _flags, at, length, result) {
      const path = pathOf(at, length);
      if (directories.has(path)) return describe(result, DIRECTORY, path);
      return lengthOf(path) === undefined ? NO_ENTRY : describe(result, FILE, path);
    },
    path_open(_directory, _how, at, length, flags, _rights, _inherited, _mode, result) {
      const path = pathOf(at, length);
      let file = { path, position: 0 };
      if (!files) file = flags & CREATE ? { write: () => {} } : { read };
      else if (directories.has(path)) file = { path };
      else if (flags & MUST_BE_DIRECTORY || (lengthOf(path) === undefined && !(flags & CREATE))) return NO_ENTRY;
      else if (lengthOf(path) === undefined || flags & EMPTY) written.set(path, { bytes: new Uint8Array(), length: 0 });
      let descriptor = 4;
      while (opened[descriptor]) descriptor++;
      opened[descriptor] = file;
      u32(result, descriptor);
      return 0;
    },
    path_unlink_file(_directory, at, length) {
      const path = pathOf(at, length);
      return written.delete(path) ? 0 : NO_ENTRY;
    },
    path_rename(_from, at, length, _to, newAt, newLength) {
      const path = pathOf(at, length);
      if (!written.has(path)) return NO_ENTRY;
      written.set(pathOf(newAt, newLength), written.get(path));
      written.delete(path);
      return 0;
    },
    path_create_directory: () => 0,
    poll_oneoff(_subscriptions, _events, _count, result) {
      u32(result, 0); // nobody sleeps
      return 0;
    },
    sched_yield: () => 0,
    proc_exit(status) {
      throw new Exit(status);
    },
  };

  function start(module, others = {}) {
    const missing = WebAssembly.Module.imports(module).filter(({ module: from, name }) => from === "wasi_snapshot_preview1" && !(name in calls));
    const imports = { wasi_snapshot_preview1: { ...Object.fromEntries(missing.map(({ name }) => [name, () => NOT_SUPPORTED])), ...calls }, ...others };
    const { exports } = new WebAssembly.Instance(module, imports);
    memory = exports.memory;
    try {
      exports._start();
      return 0;
    } catch (error) {
      if (!(error instanceof Exit)) throw error;
      return error.status;
    } finally {
      for (const [path, { bytes, length }] of written) files?.set(path, bytes.subarray(0, length));
    }
  }

  return { start, size: () => memory?.buffer.byteLength ?? 0 };
}
