// The views, below a tab each. The one that is shown gets the event "shown", again when there is another input.

import { element, on } from "./page.js";

const views = ["try", "solve", "check", "play", "step"];
export let view = views[0];
export const present = () => element(view).dispatchEvent(new Event("shown"));

// Shows a view or, if the problem hasn't got it, the first one.
export function show(name) {
  view = views.includes(name) && !element(`tab-${name}`).hidden ? name : views[0];
  element("playground").dataset.view = view;
  for (const each of views) {
    const tab = element(`tab-${each}`);
    tab.ariaSelected = String(each === view);
    tab.tabIndex = each === view ? 0 : -1;
    element(each).hidden = each !== view;
  }
  present();
}

for (const name of views) {
  on(`tab-${name}`, "click", () => show(name));
  on(`tab-${name}`, "keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const shown = views.filter((each) => !element(`tab-${each}`).hidden);
    const next = shown.at((shown.indexOf(name) + step) % shown.length);
    element(`tab-${next}`).focus();
    show(next);
  });
}
for (const id of ["input", "output"])
  on(id, "keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) present();
  });
