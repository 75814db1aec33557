// What refsol's commands say of the input, and of an output: commands.py runs them.

import { inputFiles } from "./input.js";
import { clear, download, drawn, element, make, on, problem } from "./page.js";
import { work } from "./work.js";

const SHOWN = 100_000; // characters of a text that are shown
const WRONG = 1; // the exit status of a wrong output

// Offers the options of the problem's commands.
export function offerOptions() {
  const controls = { solve: problem.options, select: problem.selection };
  const all = Object.entries(controls).flatMap(([use, options]) => options.map((option) => control(option, use)));
  element("settings").replaceChildren(...all);
  element("more").hidden = all.length === 0;
}

// Returns an option with its help beside it.
function control({ name, values, flag, help }, use) {
  const field = values
    ? make("select", {}, ...values.map((value) => make("option", { value }, value)))
    : flag
      ? make("input", { type: "checkbox" })
      : make("input", { inputMode: "numeric", pattern: "[0-9]*", size: 6, autocomplete: "off" });
  field.name = name;
  field.dataset.for = use;
  const note = make("span", { className: "note", id: `help-${use}-${name}` }, help);
  field.setAttribute("aria-describedby", note.id);
  return make("div", {}, make("label", {}, flag ? field : name, flag ? ` ${name}` : field), note);
}

const fields = () => [...element("settings").querySelectorAll("[name]")];
// The value of an option, which is false or empty unless the visitor has set it.
const valueOf = ({ type, checked, value, options }) => (type === "checkbox" ? checked : value === options?.[0].value ? "" : value);
export const settings = () => Object.fromEntries(fields().map((field) => [field.name, valueOf(field)]));

export function setSettings(values) {
  for (const field of fields().filter(({ name }) => values[name])) {
    field[field.type === "checkbox" ? "checked" : "value"] = values[field.name];
    element("more").open = true;
  }
}

function wordsOf(use) {
  const set = fields().filter((field) => field.dataset.for === use && valueOf(field));
  return set.flatMap((field) => (field.type === "checkbox" ? [`--${field.name}`] : [`--${field.name}`, field.value]));
}

const typed = (words) => make("p", { className: "typed" }, make("code", {}, ["refsol", problem.name, ...words].join(" ")));

// Returns what a command has printed, with a link to all of it, and the page that it has written.
function printed({ output, errors, file }, name, style = "") {
  const parts = [];
  if (output) {
    const cut = output.length > SHOWN ? output.lastIndexOf("\n", SHOWN) + 1 || SHOWN : output.length;
    parts.push(make("pre", { className: style, tabIndex: 0 }, output.slice(0, cut)));
    if (cut < output.length) parts.push(make("p", { className: "note" }, `These are the first ${cut} of ${output.length} characters.`));
    if (name) parts.push(make("p", {}, download(output, name, "text/plain")));
  }
  if (errors) parts.push(make("pre", { className: "error", tabIndex: 0 }, errors));
  return file === null ? parts : [...parts, ...replay(file)];
}

async function solve() {
  clear("results");
  const files = inputFiles();
  const [solving, selecting] = [wordsOf("solve"), wordsOf("select")];
  await work(async (run) => {
    const step = async (title, words, name, style) => {
      const reply = await run([problem.name, ...words], files, "picture.html");
      const parts = [make("h2", {}, title), typed(words), ...printed(reply, name, style)];
      element("results").append(make("section", {}, ...parts));
      return reply.status === 0;
    };
    const isSolved = await step("Answer", ["solve", "input.txt", ...solving], "answer.txt", "short");
    element("results").firstElementChild.scrollIntoView({ block: "nearest" });
    if (isSolved) {
      await step("Replay", ["show", "input.txt", ...selecting, "--html", "picture.html"]);
      await step("Explanation", ["explain", "input.txt", ...selecting], "explanation.txt", "drawn");
    }
    await step("Validation", ["validate", "--all", "input.txt"]);
    return isSolved ? "Done." : "There is something wrong with the input or the options.";
  });
}

// The page in a frame can run its own script and nothing else; theme.js tells it of another theme, too.
function replay(page) {
  const link = download(page, "picture.html", "text/html");
  const frame = make("iframe", { title: "The replay", sandbox: "allow-scripts", src: link.href });
  frame.onload = () => frame.contentWindow.postMessage({ theme: document.body.dataset.theme }, "*");
  return [frame, make("p", {}, link)];
}

async function check() {
  clear("verdict");
  const files = { ...inputFiles(), "output.txt": element("output").value };
  const words = ["check", "input.txt", "output.txt"];
  await work(async (run, asking) => {
    const verdict = await run([problem.name, ...words], files);
    element("verdict").replaceChildren(make("h2", {}, "Verdict"), typed(words), ...printed(verdict, "", "drawn"));
    if (verdict.status === WRONG) {
      const { picture } = await asking({ do: "verdict", problem: problem.name }, files);
      if (picture !== null) element("verdict").append(drawn(picture));
    }
    element("verdict").scrollIntoView({ block: "nearest" });
  });
}

async function insertAnswer() {
  await work(async (run) => {
    const { output, errors } = await run([problem.name, "solve", "input.txt"], inputFiles());
    if (errors) throw new Error(errors.trim());
    element("output").value = output;
  });
}

on("solve", "shown", solve);
on("check", "shown", () => (element("output").value ? check() : undefined));
on("options", "submit", solve);
on("checking", "submit", check);
on("right", "click", insertAnswer);
on("output", "input", () => clear("verdict"));
on("input", "renewed", () => clear("results", "verdict")); // they are about another input
