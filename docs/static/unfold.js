// Unfolds what a link leads to, and everything before printing.
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
}
