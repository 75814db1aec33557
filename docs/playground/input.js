// The input: a sample, generated, typed, or a file that is opened or dropped. Its text area gets the event "renewed".

import { element, make, on, problem } from "./page.js";
import { present } from "./views.js";
import { say, work, working } from "./work.js";

export const LIMIT = 2 ** 20; // bytes of a file; also in commands.py
let raw = null; // the bytes of an opened file, where a text area would change them

export const inputBytes = () => raw ?? new TextEncoder().encode(element("input").value);
export const inputFiles = () => ({ "input.txt": inputBytes() });

// Makes these bytes the input, which are from a source in the list, or the visitor's own.
export function setInput(bytes, source = "") {
  const text = new TextDecoder().decode(bytes);
  element("input").value = text;
  raw = element("input").value === text && !text.includes("\ufffd") ? null : bytes;
  renew(source);
}

function renew(source) {
  if (element("source").value !== source) {
    element("source").value = source;
    showFamily();
  }
  const size = inputBytes().length;
  const exact = raw === null ? "" : " The file is used exactly as it is, including line ends and bytes that can't be shown.";
  const excess = size > LIMIT ? ` That is too large: the limit is ${LIMIT} bytes.` : "";
  element("size").textContent = `${size} bytes.${exact}${excess}`;
  element("input").dispatchEvent(new Event("renewed"));
}

// Offers the samples and the families of the problem.
export function offerSources() {
  const option = (value, text) => make("option", { value }, text);
  const groups = { Samples: problem.samples.map(({ name }) => option(`=${name}`, /^\d/.test(name) ? `sample ${name}` : name)) };
  for (const { name, group } of problem.families) (groups[`Generated: ${group}`] ??= []).push(option(name, name));
  const all = Object.entries(groups).map(([label, options]) => make("optgroup", { label }, ...options));
  element("source").replaceChildren(option("", "my own input"), ...all);
  showFamily();
}

function showFamily() {
  const family = problem.families.find(({ name }) => name === element("source").value);
  element("family").hidden = family === undefined;
  if (family === undefined) return;
  element("purpose").textContent = `${family.purpose[0].toUpperCase()}${family.purpose.slice(1)}.`;
  const size = ({ name, least, most, value }) => make("input", { type: "number", name, min: least, max: most, value, required: true });
  element("sizes").replaceChildren(...family.sizes.map((each) => make("label", {}, each.name, size(each))));
}

// Takes the input from the source that is chosen.
export function begin() {
  const source = element("source").value;
  const sample = problem.samples.find(({ name }) => `=${name}` === source);
  showFamily();
  if (sample === undefined) return source === "" ? undefined : generate();
  setInput(new TextEncoder().encode(sample.text), source);
  present();
}

async function generate() {
  const source = element("source").value;
  const words = [problem.name, "generate", source, "--seed", element("seed").value];
  for (const { name, value } of element("sizes").querySelectorAll("input")) words.push(`--${name}`, value);
  let isNew = false;
  await work(async (run) => {
    const { output, errors } = await run(words, {});
    if (output.length > LIMIT) throw new Error(`This input has ${output.length} bytes; the playground takes at most ${LIMIT}.`);
    if (errors) throw new Error(errors.trim());
    setInput(new TextEncoder().encode(output), source);
    isNew = true;
  });
  if (isNew) present();
}

const refuse = (name, size) => say(`${name} has ${size} bytes; the playground takes at most ${LIMIT}.`);

// Makes a file the input or, where another text area is its target, the text of that.
async function open(file, target) {
  if (file.size > LIMIT) return refuse(file.name, file.size);
  if (target !== element("input") && target.matches("textarea:not([readonly])")) {
    target.value = await file.text();
    target.dispatchEvent(new Event("input", { bubbles: true }));
  } else {
    setInput(new Uint8Array(await file.arrayBuffer()));
    present();
  }
}

on("source", "change", begin);
on("family", "submit", generate);
on("input", "input", () => {
  raw = null;
  if (!working) say("");
  renew("");
});
on("file", "change", async ({ target }) => {
  await open(target.files[0], target);
  target.value = "";
});
// A file may be dropped anywhere, or else the browser would open it; text goes where it is dropped.
document.addEventListener("dragover", (event) => {
  if (!event.dataTransfer.types.includes("Files")) return;
  event.preventDefault();
  document.body.classList.add("over");
});
document.addEventListener("dragleave", (event) => event.relatedTarget ?? document.body.classList.remove("over"));
document.addEventListener("drop", (event) => {
  document.body.classList.remove("over");
  const [file] = event.dataTransfer.files;
  if (file === undefined) return;
  event.preventDefault();
  open(file, event.target);
});
// A text that is too large isn't taken at all: laying it out would take minutes.
document.addEventListener("paste", (event) => {
  const { length } = event.clipboardData.getData("text");
  if (length <= LIMIT) return;
  event.preventDefault();
  refuse("This text", length);
});
