// The language of a program, "python", "cpp" or "c": told from its text, unless the visitor has chosen one for it.

import { element } from "./page.js";

const CPP = /^\s*#\s*include\s*<(?:bits\/stdc\+\+\.h|\w+)>|^\s*using\s+namespace\b|\bstd::/m;
const C = /^\s*#\s*include\b|\bint\s+main\s*\(/m;

// Returns the language of a program by its text alone.
export function languageIn(text) {
  if (CPP.test(text)) return "cpp";
  return C.test(text) ? "c" : "python";
}

// Returns the language of the visitor's program.
export const languageOf = (text) => element("language").value || languageIn(text);
