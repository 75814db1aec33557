// The theme that the reader has chosen on any page of the site, before anything is drawn.
"use strict";
{
  const THEMES = ["auto", "light", "dark"];

  function read() {
    try {
      return localStorage.getItem("theme") ?? THEMES[0];
    } catch {
      return THEMES[0]; // this browser keeps nothing
    }
  }

  function choose(theme) {
    document.body.dataset.theme = theme;
    const button = document.getElementById("theme");
    if (button) button.textContent = `Theme: ${theme}`;
    for (const frame of document.querySelectorAll("iframe")) frame.contentWindow.postMessage({ theme }, "*");
  }

  choose(read());
  document.addEventListener("DOMContentLoaded", () => {
    choose(read());
    document.getElementById("theme").addEventListener("click", () => {
      const next = THEMES[(THEMES.indexOf(document.body.dataset.theme) + 1) % THEMES.length];
      choose(next);
      try {
        localStorage.setItem("theme", next);
      } catch {
        // It stays on this page.
      }
    });
  });
}
