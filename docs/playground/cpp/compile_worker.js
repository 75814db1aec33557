// The worker of compiler.js: clang, which also links and names places in programs. wasi.js stands before this text.
//
// It is sent { core, headers, made } first: the module of clang, the headers and libraries in one array of bytes, and what
// `prepare` has made. Then it is asked once, { task, … }: each answer is worth a new worker, since memory isn't given back.

const LIBRARIES = "/usr/lib/wasm32-wasip1";
const PROGRAM = { cpp: "/program.cpp", c: "/program.c" }; // file names in messages
const ALL = "/all.h"; // which the snapshot is made of, and is checked against
const [SNAPSHOT, RUNTIME, OBJECT, LINKED] = ["/headers.pch", "/runtime.o", "/program.o", "/program.wasm"];
const STACK = 2 ** 26;
const MOST_MEMORY = 2 ** 30; // bytes, with the stack

const HEADERS = [
  "cassert cctype cerrno cfenv cfloat cinttypes climits clocale cmath cstdarg cstddef cstdint cstdio cstdlib cstring ctime cwchar cwctype",
  "algorithm any array atomic bit bitset charconv chrono compare complex concepts deque exception format forward_list fstream functional",
  "initializer_list iomanip ios iosfwd iostream istream iterator limits list locale map memory mutex new numbers numeric optional",
  "ostream queue random ranges ratio regex set span sstream stack stdexcept streambuf string string_view system_error tuple type_traits",
  "typeindex typeinfo unordered_map unordered_set utility valarray variant vector version",
].flatMap((names) => names.split(" "));

// What GNU's library has besides, and contest programs use.
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
const WITH_SNAPSHOT = [...PLAIN, "-include-pch", SNAPSHOT];

function clang(language, source, target, ...options) {
  const system = ["/usr/include/wasm32-wasip1", "/usr/include"];
  if (language === "cpp") system.unshift("/usr/include/c++/v1");
  return tool(
    ...["clang", "-cc1", "-triple", "wasm32-unknown-wasip1", "-mrelocation-model", "static", "-fgnuc-version=4.2.1"],
    ...["-resource-dir", "/usr", ...system.flatMap((directory) => ["-internal-isystem", directory]), "-D_WASI_EMULATED_PROCESS_CLOCKS"],
    ...["-ferror-limit", "20", "-fmessage-length=100", "-fno-caret-diagnostics", "-Wno-everything"],
    ...(language === "cpp" ? ["-std=gnu++20", "-fdeprecated-macro", "-D_LIBCPP_ENABLE_CXX17_REMOVED_RANDOM_SHUFFLE", "-x", "c++"] : ["-std=gnu17", "-x", "c"]),
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

const tasks = {
  // Compiles what all programs may use; returns it by the path where it belongs.
  prepare() {
    makeRuntime();
    require(clang("cpp", ALL, SNAPSHOT, "-O1", "-emit-pch"));
    return Object.fromEntries([SNAPSHOT, RUNTIME].map((path) => [path, files.get(path)]));
  },

  // Returns the program as WebAssembly, or the compiler's `errors`. Programs are compiled with a snapshot of all headers, once
  // there is one, which is quicker; but names in it may be in the way of one that includes less: then it is done without.
  async build({ source, language, isChecked }) {
    const path = PROGRAM[language];
    files.set(path, encode(source));
    if (!files.has(RUNTIME)) makeRuntime();
    const all = source.includes("bits/stdc++.h") ? [WITH_SNAPSHOT] : [WITH_SNAPSHOT, PLAIN];
    const attempts = isChecked ? [CHECKED] : language === "c" || !files.has(SNAPSHOT) ? [PLAIN] : all;
    let done;
    for (const options of attempts) {
      done = clang(language, path, OBJECT, ...options);
      if (done.status === 0) break;
    }
    if (done.status === 0) {
      done = tool(
        ...["wasm-ld", "-m", "wasm32", "--stack-first", "-z", `stack-size=${STACK}`, `--max-memory=${MOST_MEMORY}`, "--wrap=sbrk", `-L${LIBRARIES}`],
        ...[`${LIBRARIES}/crt1-command.o`, OBJECT, RUNTIME, ...(language === "cpp" ? ["-lc++", "-lc++abi"] : [])],
        ...["-lwasi-emulated-process-clocks", "-lc-printscan-long-double", "-lc", "/usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a", "-o", LINKED],
      );
    }
    if (done.status !== 0) return { errors: done.errors };
    const bytes = files.get(LINKED);
    return { module: await WebAssembly.compile(bytes), bytes };
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

self.onmessage = async ({ data: { core: module, headers, made, task, ...given } }) => {
  if (module !== undefined) {
    core = module;
    files = unpacked(headers);
    files.set(ALL, encode("#include <bits/stdc++.h>\n"));
    files.set("/usr/include/c++/v1/bits/stdc++.h", encode(`#pragma once\n${HEADERS.map((name) => `#include <${name}>\n`).join("")}${GNU}`));
    for (const [path, bytes] of Object.entries(made)) files.set(path, bytes);
    return;
  }
  try {
    postMessage({ answer: await tasks[task](given) });
  } catch (error) {
    postMessage({ failed: String(error.message ?? error) });
  }
};
