// The worker of compiler.js: clang, which also links and names places in programs. wasi.js stands before this text.
//
// It is sent { core, headers, made } first: the module of clang, the headers and libraries in one array of bytes, and what
// `prepare` has made, as blobs by paths. Then it is asked once, { task, … }: each request needs a new worker, since memory
// isn't given back.

const LIBRARIES = "/usr/lib/wasm32-wasip1";
const PROGRAM = { cpp: "/program.cpp", c: "/program.c" }; // file names in messages
const ALL = "/all.h"; // which the snapshots are made of, and are checked against
const [RUNTIME, OBJECT, LINKED] = ["/runtime.o", "/program.o", "/program.wasm"];
const STACK = 2 ** 26;
const MOST_MEMORY = 2 ** 30; // bytes, with the stack

const HEADERS = [
  "cassert cctype cerrno cfenv cfloat cinttypes climits clocale cmath cstdarg cstddef cstdint cstdio cstdlib cstring ctime cwchar cwctype",
  "algorithm any array atomic bit bitset charconv chrono compare complex concepts deque exception format forward_list fstream functional",
  "initializer_list iomanip ios iosfwd iostream istream iterator limits list locale map memory mutex new numbers numeric optional",
  "ostream queue random ranges ratio regex set span sstream stack stdexcept streambuf string string_view system_error tuple type_traits",
  "typeindex typeinfo unordered_map unordered_set utility valarray variant vector version",
].flatMap((names) => names.split(" "));

// What GNU's <algorithm> has besides, and contest programs use.
const GNU = `
namespace std {
template <class T> constexpr T __gcd(T a, T b) { while (b != 0) { T rest = a % b; a = b; b = rest; } return a; }
template <class T> constexpr T __lg(T n) { return 8 * sizeof(long long) - 1 - __builtin_clzll(n); }
}
`;

// A request for memory that there isn't ends the program, so that nobody takes the consequences for a fault of it.
const MEMORY = `
void *__real_sbrk(__INTPTR_TYPE__);
__attribute__((import_module("page"), import_name("full"))) void full(void);
void *__wrap_sbrk(__INTPTR_TYPE__ size) {
  void *memory = __real_sbrk(size);
  if (memory == (void *)-1) full();
  return memory;
}
`;

const CHECKS = "signed-integer-overflow,shift-base,shift-exponent,array-bounds,null,return,unreachable,bool,enum,float-cast-overflow,vla-bound,builtin,nonnull-attribute";
const CHECKED = [
  ...["-emit-obj", "-O0", "-debug-info-kind=line-tables-only", "-fsanitize-debug-trap-reasons=detailed", `-fsanitize=${CHECKS}`, `-fsanitize-trap=${CHECKS}`],
  ...["-D_LIBCPP_HARDENING_MODE=_LIBCPP_HARDENING_MODE_DEBUG"],
];

const encode = (text) => new TextEncoder().encode(text);
let core;
let files;
let made;

function unpacked(packed) {
  let at = packed.indexOf("\n".charCodeAt(0)) + 1;
  const sizes = JSON.parse(new TextDecoder().decode(packed.subarray(0, at)));
  return new Map(Object.entries(sizes).map(([name, size]) => [`/usr/${name}`, packed.subarray(at, (at += size))]));
}

// Runs one of the tools; returns its exit status and what it wrote.
function tool(...args) {
  const [output, errors] = [[], []];
  const system = makeSystem({ args: ["llvm", ...args], files, write: (which, bytes) => (which === 1 ? output : errors).push(...bytes) });
  const status = system.start(core);
  const text = (bytes) => new TextDecoder().decode(new Uint8Array(bytes));
  return { status, output: text(output), errors: text(errors) };
}

const PLAIN = ["-emit-obj", "-O1"];
// The standards that a program may follow, by the snapshots of all headers; C needs none. C++17 comes first, as in stress:
// C++20 has removed parts of the library, and in it clang makes each element of a large array of structures as it compiles.
const STANDARDS = { cpp: { "/17.pch": "-std=gnu++17", "/20.pch": "-std=gnu++20" }, c: { "": "-std=gnu17" } };
// What clang says of faults that can't come from a name that a program and a header share.
const FAULT = /error: (?:use of undeclared|unknown type|no (?:member|template|matching)|invalid operands|expected|.*not found|too many errors)/;

function clang(language, source, target, ...options) {
  const system = ["/usr/include/wasm32-wasip1", "/usr/include"];
  if (language === "cpp") system.unshift("/usr/include/c++/v1");
  return tool(
    ...["clang", "-cc1", "-triple", "wasm32-unknown-wasip1", "-mrelocation-model", "static", "-fgnuc-version=4.2.1"],
    ...["-resource-dir", "/usr", ...system.flatMap((directory) => ["-internal-isystem", directory]), "-D_WASI_EMULATED_PROCESS_CLOCKS"],
    ...["-disable-free", "-disable-llvm-verifier", "-discard-value-names", "-mconstructor-aliases"], // quicker; clang's driver gives them too
    ...["-ferror-limit", "20", "-fmessage-length=100", "-fno-caret-diagnostics", "-Wno-everything"],
    ...(language === "cpp" ? ["-fdeprecated-macro", "-D_LIBCPP_ENABLE_CXX17_REMOVED_RANDOM_SHUFFLE", "-x", "c++"] : ["-x", "c"]),
    ...options,
    ...["-o", target, source],
  );
}

function require({ status, errors }) {
  if (status !== 0) throw new Error(errors);
}

function makeRuntime() {
  files.set("/memory.c", encode(MEMORY));
  require(clang("c", "/memory.c", RUNTIME, ...PLAIN));
}

// Returns whether what clang says may come from names that a program and a header share.
const mayClash = (errors) => errors.includes(" macro ") || errors.split("\n").some((line) => line.includes("error: ") && !FAULT.test(line));

// Puts something among the files if it has been made; returns whether it has.
async function take(path) {
  if (path in made && !files.has(path)) files.set(path, new Uint8Array(await made[path].arrayBuffer()));
  return files.has(path);
}

// Compiles the program by the first standard by which it compiles, or else by that with fewer errors; adds the snapshots that
// are `taken`, and those that are `missing`, to `snapshots`, or uses none if it is null.
async function compile(language, options, snapshots) {
  let best;
  for (const [snapshot, standard] of Object.entries(STANDARDS[language])) {
    const isWanted = snapshots !== null && snapshot !== "";
    const isThere = isWanted && (await take(snapshot));
    if (isWanted) snapshots[isThere ? "taken" : "missing"].push(snapshot);
    let done;
    try {
      done = clang(language, PROGRAM[language], OBJECT, ...options, standard, ...(isThere ? ["-include-pch", snapshot] : []));
    } catch (error) {
      if (best === undefined) throw error; // clang had too little memory
      break;
    }
    if (done.status === 0) return done;
    if (best === undefined || done.errors.length < best.errors.length) best = done;
  }
  return best;
}

const link = (language) =>
  tool(
    ...["wasm-ld", "-m", "wasm32", "--stack-first", "-z", `stack-size=${STACK}`, `--max-memory=${MOST_MEMORY}`, "--wrap=sbrk", `-L${LIBRARIES}`],
    ...[`${LIBRARIES}/crt1-command.o`, OBJECT, RUNTIME, ...(language === "cpp" ? ["-lc++", "-lc++abi"] : [])],
    ...["-lwasi-emulated-process-clocks", "-lc-printscan-long-double", "-lc", "/usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a", "-o", LINKED],
  );

const tasks = {
  // Compiles what all programs may use, a snapshot and the runtime; returns both by their paths.
  async prepare({ snapshot }) {
    if (!(await take(RUNTIME))) makeRuntime();
    require(clang("cpp", ALL, snapshot, STANDARDS.cpp[snapshot], "-O1", "-emit-pch", "-fpch-instantiate-templates"));
    return Object.fromEntries([snapshot, RUNTIME].map((path) => [path, new Blob([files.get(path)])]));
  },

  // Returns the program as WebAssembly, or the compiler's `errors`; and the snapshots that are `missing`, with which it would
  // be quicker. Names in them may be in the way of a program that includes less: then it is compiled again without them.
  async build({ source, language, isChecked }) {
    files.set(PROGRAM[language], encode(source));
    if (!(await take(RUNTIME))) makeRuntime();
    const snapshots = { taken: [], missing: [] };
    const { missing } = snapshots;
    let done = await compile(language, isChecked ? CHECKED : PLAIN, isChecked ? null : snapshots);
    const isHindered = snapshots.taken.length > 0 && mayClash(done.errors) && !source.includes("bits/stdc++.h");
    if (done.status !== 0 && isHindered) done = await compile(language, PLAIN, null);
    if (done.status === 0) done = link(language);
    if (done.status !== 0) return { errors: done.errors, missing };
    const bytes = files.get(LINKED);
    return { module: await WebAssembly.compile(bytes), bytes, missing };
  },

  // Returns the places of a checked program's code as lists of [function, file, line], the innermost first.
  name({ bytes, offsets }) {
    files.set(LINKED, bytes);
    const begin = codeIn(bytes);
    const { output } = tool("symbolizer", `--obj=${LINKED}`, ...offsets.map((offset) => `0x${(offset - begin).toString(16)}`));
    const lines = output.split("\n").filter(Boolean);
    return lines.flatMap((line, k) => (k % 2 === 0 ? [[line, ...lines[k + 1].split(":")]] : []));
  },
};

// Returns where the section with the code begins.
function codeIn(bytes) {
  let at = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  for (;;) {
    const [section, length] = [bytes[at++], number()];
    if (section === 10) return at;
    at += length;
  }
}

self.onmessage = async ({ data: { headers, task, ...given } }) => {
  if (headers !== undefined) {
    ({ core, made } = given);
    files = unpacked(headers);
    files.set(ALL, encode("#include <bits/stdc++.h>\n"));
    const [umbrella, algorithm] = ["bits/stdc++.h", "algorithm"].map((name) => `/usr/include/c++/v1/${name}`);
    files.set(umbrella, encode(HEADERS.map((name) => `#include <${name}>\n`).join("")));
    files.set(algorithm, encode(`#pragma once\n${new TextDecoder().decode(files.get(algorithm))}${GNU}`));
    return;
  }
  try {
    postMessage({ answer: await tasks[task](given) });
  } catch (error) {
    postMessage({ failed: String(error.message ?? error) });
  }
};
