// A text area for programs: line numbers beside it, colours below it, Tab and Enter that indent, and a mark on a line.
//
// Escape, then Tab leaves the text area, so that nobody who uses the keyboard alone is kept in it.

const INDENT = "    ";

// Makes `area` an editor, whose line numbers go to the element `gutter`. The text of the area is transparent: what is
// seen is `layer`, below it, with the nodes that `coloured` makes of the text. `mark(line)` marks a line, counted from 1,
// and shows it; 0 takes the mark away.
export function makeEditor(area, gutter, layer, coloured) {
  let leaving = false;
  let marked = 0;
  let isWaiting = false; // to be drawn

  function number() {
    const count = area.value.split("\n").length;
    const numbers = Array.from({ length: count }, (_, k) => {
      const line = document.createElement("span");
      line.textContent = `${k + 1}\n`;
      line.className = k + 1 === marked ? "marked" : "";
      return line;
    });
    gutter.replaceChildren(...numbers);
    layer.replaceChildren(...coloured(area.value), "\n"); // a last line without text also has a height
    follow();
  }

  function follow() {
    gutter.scrollTop = layer.scrollTop = area.scrollTop;
    layer.scrollLeft = area.scrollLeft;
  }

  function mark(line) {
    marked = line;
    number();
    const top = gutter.children[line - 1]?.offsetTop;
    if (top !== undefined) area.scrollTop = Math.max(0, top - area.clientHeight / 2);
  }

  // As if it had been typed, so that it can be undone.
  const insert = (text) => document.execCommand("insertText", false, text);

  function indent(back) {
    const { value, selectionStart, selectionEnd } = area;
    if (selectionStart === selectionEnd && !back) return insert(INDENT);
    const from = value.lastIndexOf("\n", selectionStart - 1) + 1;
    const lines = value.slice(from, selectionEnd).split("\n");
    const changed = lines.map((line) => (back ? line.replace(/^ {1,4}/, "") : line && INDENT + line)).join("\n");
    area.setSelectionRange(from, selectionEnd);
    insert(changed);
    if (selectionStart !== selectionEnd) area.setSelectionRange(from, from + changed.length);
  }

  area.addEventListener("keydown", (event) => {
    if (event.key === "Tab" && !leaving && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      indent(event.shiftKey);
    } else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && !event.isComposing) {
      const line = area.value.slice(area.value.lastIndexOf("\n", area.selectionStart - 1) + 1, area.selectionStart);
      const deeper = /:\s*$/.test(line) ? INDENT : "";
      event.preventDefault();
      insert(`\n${line.match(/^ */)[0]}${deeper}`);
    }
    leaving = event.key === "Escape" || (leaving && event.key === "Shift");
  });
  // Once for all that happens before the next frame: text of many lines is inserted line by line.
  area.addEventListener("input", () => {
    marked = 0;
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      number();
    });
  });
  area.addEventListener("scroll", follow);

  return {
    text: () => area.value,
    set(text) {
      area.value = text;
      mark(0);
    },
    mark,
  };
}
