// A board to click on: the picture of a position, and a frame that the arrow keys move from cell to cell.

const SVG = "http://www.w3.org/2000/svg";
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

// Makes `element` a board; `choose(row, column)`, both from 1, is called for a cell that is clicked or entered, and
// `describe(row, column, text)` when the frame gets there. Returns `draw`, which shows a picture and its grid, and
// `moveTo(row, column)`, which moves the frame there and shows it.
export function makeBoard(element, { choose, describe }) {
  let grid = null;
  let at = [1, 1];

  function drawFrame() {
    element.querySelector(".cursor")?.remove();
    const frame = document.createElementNS(SVG, "rect");
    const { left, top, unit } = grid;
    const [x, y] = at;
    const box = { x: left + (y - 1) * unit + 1, y: top + (x - 1) * unit + 1, width: unit - 2, height: unit - 2, rx: 4 };
    for (const [name, value] of Object.entries(box)) frame.setAttribute(name, value);
    frame.classList.add("cursor");
    element.firstElementChild.append(frame);
  }

  const moveTo = (x, y) => {
    at = [Math.min(Math.max(x, 1), grid.cells.length), Math.min(Math.max(y, 1), grid.cells[0].length)];
    drawFrame();
    describe(...at, grid.cells[at[0] - 1][at[1] - 1]);
  };

  element.addEventListener("click", (event) => {
    if (grid === null) return;
    const matrix = element.firstElementChild.getScreenCTM().inverse();
    const { x: across, y: down } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    const x = Math.floor((down - grid.top) / grid.unit) + 1;
    const y = Math.floor((across - grid.left) / grid.unit) + 1;
    if (x < 1 || y < 1 || x > grid.cells.length || y > grid.cells[0].length) return;
    moveTo(x, y);
    choose(x, y);
  });
  element.addEventListener("keydown", (event) => {
    if (grid === null || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key in STEPS) moveTo(at[0] + STEPS[event.key][0], at[1] + STEPS[event.key][1]);
    else if (event.key === "Home") moveTo(at[0], 1);
    else if (event.key === "End") moveTo(at[0], grid.cells[0].length);
    else if (event.key === "Enter" || event.key === " ") choose(...at);
    else return;
    event.preventDefault();
  });

  function draw(picture, newGrid) {
    element.innerHTML = picture;
    element.classList.remove("shown");
    grid = newGrid;
    at = [Math.min(at[0], grid.cells.length), Math.min(at[1], grid.cells[0].length)];
    drawFrame();
  }

  return {
    draw,
    moveTo(x, y) {
      moveTo(x, y);
      element.classList.add("shown");
    },
  };
}
