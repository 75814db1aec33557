// Unfolds what a link leads to, and everything before printing; code that scrolls can be reached by the keyboard.
"use strict";
{
  function unfold() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const folded = target?.closest("details:not([open])");
    if (folded) {
      folded.open = true;
      target.scrollIntoView();
    }
  }

  window.addEventListener("hashchange", unfold);
  window.addEventListener("beforeprint", () => {
    for (const each of document.querySelectorAll("details")) each.open = true;
  });
  unfold();
  const observer = new ResizeObserver((entries) => {
    const scrolling = entries.map(({ target }) => target.scrollWidth > target.clientWidth); // before anything is changed
    for (const [k, { target }] of entries.entries()) {
      if (scrolling[k]) target.tabIndex = 0;
      else target.removeAttribute("tabindex");
    }
  });
  for (const each of document.querySelectorAll("pre")) observer.observe(each);
}
