// What the visitor types, kept in this browser from one visit to the next, where the browser allows it.

const OURS = "refsol:";

function attempt(action) {
  try {
    return action(localStorage);
  } catch {
    return null; // this browser keeps nothing
  }
}

export const recallText = (...key) => attempt((storage) => storage.getItem(OURS + key.join(":")));

// Keeps a text; null forgets it.
export const keep = (text, ...key) =>
  attempt((storage) => (text === null ? storage.removeItem(OURS + key.join(":")) : storage.setItem(OURS + key.join(":"), text)));

export const forget = () =>
  attempt((storage) => {
    for (const key of Object.keys(storage).filter((each) => each.startsWith(OURS))) storage.removeItem(key);
  });
