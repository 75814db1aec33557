// Replays the steps of the page. The document shows one step at a time, and its address names the step. Playing goes
// from step to step until the last, or until the reader goes to a step or pauses.
"use strict";
{
  const element = (id) => document.getElementById(id);
  const { lines, steps } = JSON.parse(element("steps").textContent);
  const slider = element("slider");
  const first = Number(slider.min);
  const last = Number(slider.max);
  const opened = Number(slider.defaultValue);
  const list = element("list").querySelector("ol");
  const isStill = matchMedia("(prefers-reduced-motion: reduce)");
  let shown = opened;
  let timer = 0;
  let playing = 0; // the timer of the next step, or 0

  const text = (numbers) => numbers.map((number) => lines[number]).join("\n");

  function show(number) {
    shown = Math.min(Math.max(number, first), last);
    const { picture, explanation } = steps[shown - first];
    element("picture").innerHTML = text(picture);
    element("explanation").innerHTML = text(explanation);
    const link = list.children[shown - first].firstElementChild;
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    link.setAttribute("aria-current", "step");
    keepInSight(link);
    slider.value = shown;
    slider.setAttribute("aria-valuetext", link.textContent);
    element("position").textContent = `step ${shown} of ${slider.dataset.all}`;
    for (const [id, end] of [["first", first], ["back", first], ["next", last], ["last", last]]) {
      element(id).setAttribute("aria-disabled", String(shown === end)); // "disabled" would make the button lose focus
    }
  }

  // Scrolls the list only, not the page.
  function keepInSight(link) {
    const top = link.offsetTop - list.offsetTop;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + link.offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = top + link.offsetHeight - list.clientHeight;
  }

  // Shows a step and, once no other has followed for a moment, puts it into the address: browsers limit how often
  // that may change.
  function turnTo(number) {
    show(number);
    clearTimeout(timer);
    timer = setTimeout(() => history.replaceState(null, "", `#${shown}`), 150);
  }

  function go(number) {
    pause();
    turnTo(number);
  }

  // From the last step, playing starts again at the first. Screen readers are silent while the steps change by
  // themselves, and read the step at which they stop.
  function play() {
    if (shown === last) turnTo(first);
    element("play").textContent = "Pause";
    element("explanation").setAttribute("aria-live", "off");
    wait();
  }

  function wait() {
    playing = setTimeout(() => {
      turnTo(shown + 1);
      if (shown === last) pause();
      else wait();
    }, Number(element("speed").value));
  }

  function pause() {
    clearTimeout(playing);
    playing = 0;
    element("play").textContent = "Play";
    element("explanation").setAttribute("aria-live", "polite");
  }

  const toggle = () => (playing === 0 ? play() : pause());

  function showAddressed() {
    pause();
    const asked = location.hash.slice(1);
    show(/^\d+$/.test(asked) ? Number(asked) : opened);
  }

  // Whether a control does something of its own when a key is pressed on it.
  function handles(control, key) {
    return control === slider || control.localName === "select" || key === " ";
  }

  const isModified = (event) => event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;

  const moves = {
    ArrowLeft: () => go(shown - 1),
    ArrowRight: () => go(shown + 1),
    Home: () => go(first),
    End: () => go(last),
    " ": toggle,
  };
  // A page that has this one in a frame says which theme the reader has chosen there: "light", "dark" or "auto".
  const dark = [...document.styleSheets[0].cssRules].filter((rule) => rule.media?.mediaText.includes("prefers-color-scheme"));
  window.addEventListener("message", ({ data: { theme } }) => {
    const media = { light: "not all", dark: "all" }[theme] ?? "(prefers-color-scheme:dark)";
    for (const rule of dark) rule.media.mediaText = media;
    document.documentElement.style.colorScheme = theme === "auto" ? "" : theme;
  });

  element("back").addEventListener("click", moves.ArrowLeft);
  element("next").addEventListener("click", moves.ArrowRight);
  element("first").addEventListener("click", moves.Home);
  element("last").addEventListener("click", moves.End);
  element("play").addEventListener("click", toggle);
  slider.addEventListener("input", () => go(Number(slider.value)));
  list.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (link === null || isModified(event)) return; // to open it in a new tab, for example
    event.preventDefault();
    go(Number(link.hash.slice(1)));
  });
  document.addEventListener("keydown", (event) => {
    const isTheirs = event.target.closest("input,select,button,summary"); // what may handle it itself
    const isOurs = Object.hasOwn(moves, event.key) && !(isTheirs && handles(isTheirs, event.key));
    if (!isOurs || isModified(event)) return;
    event.preventDefault();
    moves[event.key]();
  });
  window.addEventListener("hashchange", showAddressed);

  if (isStill.matches) element("speed").value = "2000"; // as few changes as possible for who asks for little motion
  element("controls").hidden = element("list").hidden = steps.length === 1;
  showAddressed();
}
