// The page: its elements, and the problem that is chosen.

export const element = (id) => document.getElementById(id);

const parsed = (id) => JSON.parse(element(id).textContent);
export const OWN = { name: "own", title: "A problem of your own", statement: "guides/own.html", samples: [], families: [], options: [], selection: [], ...parsed("examples") };
export const problems = [...parsed("problems"), OWN];
export let problem = problems.find(({ name }) => name === "multigo"); // to begin with: that of the README

export function choose(name) {
  problem = problems.find((each) => each.name === name) ?? problems[0];
}

export function on(id, event, action) {
  element(id).addEventListener(event, (happened) => {
    if (event === "submit") happened.preventDefault();
    return action(happened);
  });
}

export function make(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in made) made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

// Returns a picture whose width follows from its height, so that a style sheet can limit that.
export function drawn(picture) {
  const box = make("div", { className: "picture", innerHTML: picture });
  box.firstElementChild.removeAttribute("width");
  return box;
}

export const download = (text, name, type) =>
  make("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name }, `Download ${name}`);

export function clear(...ids) {
  for (const id of ids) {
    for (const link of element(id).querySelectorAll("a[download], iframe")) URL.revokeObjectURL(link.href ?? link.src);
    element(id).replaceChildren();
  }
}
