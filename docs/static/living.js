// Figures that the reader moves. The page holds all states of a figure, which refsol has drawn and put in words; this
// script only shows the one that is asked for, and knows no rules.
"use strict";
{
  const isModified = (event) => event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;

  function enliven(figure) {
    const data = JSON.parse(figure.querySelector("script").textContent);
    const scene = figure.querySelector(".scene");
    const words = figure.querySelector(".words");
    const undo = figure.querySelector("[data-undo]");
    const restart = figure.querySelector("[data-restart]");
    const linesOf = (list) => data.lists[list].map((line) => data.lines[line]);
    const text = (list) => linesOf(list).join("\n");

    // Where a cell or values are chosen, they are the key of the state. Where cells are played on, the path holds the
    // states so far, and the cells that led there.
    const isPlayed = data.keys.length === 0;
    const chosen = data.values;
    const path = [{ state: data.start }];
    const buttons = [];

    const current = () => data.states[isPlayed ? path.at(-1).state : data.keys.indexOf(chosen.join(" "))];

    function show(told = "") {
      const state = current();
      scene.innerHTML = text(state.picture);
      words.style.minHeight = `${words.offsetHeight}px`; // it never shrinks, so what is below doesn't jump
      words.innerHTML = told + text(state.words);
      describe();
    }

    // Says what the cells and the buttons are now.
    function describe() {
      const labels = linesOf(current().labels);
      buttons.forEach((button, k) => {
        button.setAttribute("aria-label", labels[k]);
        if (isPlayed) button.classList.toggle("last", button.dataset.cell === path.at(-1).cell);
        else button.setAttribute("aria-selected", String(button.dataset.cell === chosen[0]));
      });
      for (const button of [undo, restart]) button?.setAttribute("aria-disabled", String(path.length === 1));
    }

    function choose(name, value) {
      const place = data.names.indexOf(name);
      if (chosen[place] === value) return;
      chosen[place] = value;
      show();
    }

    function play(k) {
      const { cell } = buttons[k].dataset;
      const { moves, refusals } = current();
      if (cell in moves) {
        const [state, told] = moves[cell];
        path.push({ state, cell });
        show(text(told));
      } else {
        show(linesOf(refusals)[k]);
      }
    }

    function goBack(length, told) {
      if (path.length === 1) return;
      path.length = length;
      show(told);
    }

    // The cells lie over the picture. One of them can be reached with Tab, the others from there with the arrow keys.
    function addCells() {
      const { left, top, unit, rows, columns } = data.cells;
      const [width, height] = data.size;
      const grid = document.createElement("div");
      grid.className = "cells";
      grid.setAttribute("role", "grid");
      grid.setAttribute("aria-label", figure.querySelector("svg").getAttribute("aria-label"));
      const part = (length, whole) => `${(100 * length) / whole}%`;
      grid.style.left = part(left, width);
      grid.style.top = part(top, height);
      grid.style.width = part(columns * unit, width);
      grid.style.height = part(rows * unit, height);
      for (let x = 1; x <= rows; x += 1) {
        const row = document.createElement("div");
        row.setAttribute("role", "row");
        for (let y = 1; y <= columns; y += 1) {
          const button = document.createElement("button");
          button.type = "button";
          button.setAttribute("role", "gridcell");
          button.dataset.cell = `${x},${y}`;
          row.append(button);
          buttons.push(button);
        }
        grid.append(row);
      }
      const reach = (k) => buttons.forEach((button, other) => (button.tabIndex = other === k ? 0 : -1));
      reach(Math.max(0, buttons.findIndex((button) => button.dataset.cell === chosen[0])));
      const press = (k) => (isPlayed ? play(k) : choose("cell", buttons[k].dataset.cell));
      grid.addEventListener("click", (event) => {
        const k = buttons.indexOf(event.target);
        if (k < 0) return;
        reach(k);
        press(k);
      });
      grid.addEventListener("keydown", (event) => {
        const k = buttons.indexOf(event.target);
        const y = k % columns;
        const targets = {
          ArrowLeft: y > 0 ? k - 1 : k,
          ArrowRight: y < columns - 1 ? k + 1 : k,
          ArrowUp: k >= columns ? k - columns : k,
          ArrowDown: k + columns < buttons.length ? k + columns : k,
          Home: k - y,
          End: k - y + columns - 1,
        };
        if (k < 0 || isModified(event) || !Object.hasOwn(targets, event.key)) return;
        event.preventDefault();
        const target = targets[event.key];
        reach(target);
        buttons[target].focus();
        if (!isPlayed) press(target);
      });
      figure.querySelector(".stage").append(grid);
    }

    for (const input of figure.querySelectorAll("input")) {
      input.addEventListener("input", () => {
        if (input.type === "range") {
          const said = data.texts[input.dataset.name][Number(input.value) - Number(input.min)];
          input.previousElementSibling.textContent = said;
          input.setAttribute("aria-valuetext", said);
        }
        choose(input.dataset.name, input.value);
      });
    }
    undo?.addEventListener("click", () => goBack(path.length - 1, "<p>Move undone.</p>"));
    restart?.addEventListener("click", () => goBack(1, ""));

    if (data.cells) addCells();
    figure.querySelector(".controls").hidden = false;
    figure.classList.add("moves");
    describe();
    if (figure.matches("[data-runs]")) run(figure, words);
    window.addEventListener("resize", () => words.style.removeProperty("min-height"));
  }

  // Moves the slider of a figure until the reader touches the figure, and then by a button only. Screen readers are silent
  // meanwhile. Where little motion is wanted, only the button starts it.
  function run(figure, words) {
    const slider = figure.querySelector("[type=range]");
    const button = document.createElement("button");
    let timer = 0;

    function step() {
      slider.value = slider.value === slider.max ? slider.min : Number(slider.value) + 1;
      slider.dispatchEvent(new Event("input"));
    }

    function turn(on) {
      clearInterval(timer);
      timer = on ? setInterval(step, 2000) : 0;
      button.textContent = on ? "Pause" : "Run";
      words.setAttribute("aria-live", on ? "off" : "polite");
    }

    button.type = "button";
    button.addEventListener("click", () => turn(timer === 0));
    figure.querySelector(".controls").append(button);
    for (const event of ["pointerdown", "keydown"])
      figure.addEventListener(event, ({ target }) => target === button || turn(false));
    turn(!matchMedia("(prefers-reduced-motion: reduce)").matches);
  }

  document.querySelectorAll("figure.living").forEach(enliven);
}
