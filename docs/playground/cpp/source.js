// What is done to a program's text before it is compiled, line for line.

// What can't run in a browser, and how it shows in a text without comments.
const IMPOSSIBLE = [
  [/\bstd\s*::\s*(?:jthread|thread|async)\b|\bj?thread\s+\w+\s*[({;]|\bpthread_create\b/, "Threads don't"],
  [/\b(?:throw|catch)\b/, "Exceptions don't"],
  [/^\s*#\s*include\s*<(?:ext\/|bits\/extc)/m, "GNU's own containers, such as pb_ds and rope, don't"],
  [/^\s*#\s*include\s*<\w*intrin\.h>/m, "Instructions of one kind of processor don't"],
  [/\bsetjmp\b/, "setjmp doesn't"],
];
const COMMENT_OR_TEXT = /\/\/.*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"/g;

// Returns what in a program can't work here as { what, line }, or null.
export function impossible(source) {
  const text = source.replace(COMMENT_OR_TEXT, (part) => part.replace(/[^\n]/g, " "));
  for (const [pattern, what] of IMPOSSIBLE) {
    const found = pattern.exec(text);
    if (found) return { what: `${what} work in a browser.`, line: text.slice(0, found.index + found[0].search(/\S/)).split("\n").length };
  }
  return null;
}

const TOKEN = /\/\/.*|\/\*[\s\S]*?\*\/|R"(\w*)\([\s\S]*?\)\1"|"(?:\\.|[^"\\\n])*"|\.?\d(?:'?[\w.])*|'(?:\\.|[^'\\\n])*'|\blong\s+(?:long|double)\b|\w+/g;

// Returns a program in which what is `long` has 64 bits, as on the computers of judges; here it has 32.
export function withLongs(source) {
  const isUnsigned = /\bunsigned\s+long\b|\buint64_t\b/.test(source); // or else %lu is for sizes, which have 32 bits
  const format = isUnsigned ? /(%[-+ #\d.*]*)l([diuxX])/g : /(%[-+ #\d.*]*)l([di])/g;
  return source.replace(TOKEN, (token) => {
    if (token === "long") return "long long";
    if (token[0] === '"') return token.replace(format, "$1ll$2");
    if (/^\d[^.]*$/.test(token)) return token.replace(/([^lL])[lL]([uU]?)$/, "$1LL$2");
    return token
      .replace(/^(U?)LONG_(MAX|MIN)$/, "$1LLONG_$2")
      .replace(/^((?:sto|strto|ato)u?|__builtin_(?:popcount|clz|ctz|ffs|parity))l$/, "$1ll")
      .replace(/^labs$/, "llabs");
  });
}
