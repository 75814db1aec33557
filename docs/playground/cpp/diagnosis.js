// What a program in C++ or C does wrong, found by a build with checks: undefined behaviour, and wrong use of containers.

import { build, placesIn } from "./compiler.js";

const SOURCE = /^\/program\.c/;

// Runs a program on an input by `run(program, input)`; returns { what, line }, where the line may be 0, or null if the
// checks find nothing.
export async function diagnose(source, language, input, run, say) {
  const { program, bytes } = await build(source, language, { say, isChecked: true });
  const outcome = await run({ program }, input);
  if (outcome === null || outcome.offsets.length === 0) return null;
  const places = await placesIn(bytes, outcome.offsets, say);
  const trap = places.map(([name]) => /^__clang_trap_msg\$[^$]*\$(.*)/.exec(name)?.[1]).find(Boolean);
  const last = new TextDecoder().decode(outcome.errors).trim().split("\n").at(-1);
  const assertion = /libc\+\+ Hardening assertion .* failed: (.*)/.exec(last)?.[1];
  const [, , line] = places.find(([, file, number]) => SOURCE.test(file) && number !== "0") ?? [];
  return { what: trap ?? assertion ?? (last || outcome.message.replace("crashed: ", "")), line: Number(line ?? 0) };
}
