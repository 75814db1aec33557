// Saves the memory of Python once it has started and imported what answers the page, packed by gzip:
//
//   node snapshot.mjs DIRECTORY_OF_PYODIDE SOURCES TARGET

import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [directory, sources, target] = process.argv.slice(2);
process.argv[1] = "python"; // which goes into the memory, instead of a path of this machine
const { loadPyodide } = await import(pathToFileURL(resolve(directory, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: `${directory}/`, env: { REFSOL_PURE: "1", HOME: "/home/pyodide" }, _makeSnapshot: true });
const { length } = python._module.HEAP8;
python.FS.writeFile("/refsol.zip", readFileSync(sources));
python.runPython("import sys; sys.path.insert(0, '/refsol.zip'); import answering; from refsol.problem import NAMES, load; [load(name).jury for name in NAMES]");
// Pyodide restores the memory into that with which it begins.
if (python._module.HEAP8.length !== length) throw new Error(`what the page imports needs more than ${length} bytes`);
writeFileSync(target, gzipSync(python.makeMemorySnapshot(), { level: 9 }));
