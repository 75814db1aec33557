// What the page shows as the fragment of its address, and back: a line of JSON with the sizes of the files that follow
// it, all compressed, in base64url. playground_page.py also writes such fragments.

const VERSION = "1.";
const LONGEST = 16000; // characters; some programs that pass on addresses cut off longer ones

// Returns the fragment for an object and files, or null if it would be too long.
export async function encode(state, files) {
  const head = new TextEncoder().encode(`${JSON.stringify({ ...state, sizes: files.map((file) => file.length) })}\n`);
  const packed = new Blob([head, ...files]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  if (bytes.length > LONGEST) return null;
  const text = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return VERSION.length + text.length > LONGEST ? null : VERSION + text;
}

// Returns [state, files]; throws an Error if the fragment is none of these, or if it holds more than `limit` bytes.
export async function decode(fragment, limit) {
  if (!fragment.startsWith(VERSION)) throw new Error("unknown");
  const text = atob(fragment.slice(VERSION.length).replaceAll("-", "+").replaceAll("_", "/"));
  const packed = new Blob([Uint8Array.from(text, (character) => character.charCodeAt(0))]).stream();
  const reader = packed.pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const pieces = [];
  let length = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    length += piece.value.length;
    if (length > limit) throw new Error("too large");
    pieces.push(piece.value);
  }
  const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
  const end = bytes.indexOf(10);
  const { sizes, ...state } = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
  let from = end + 1;
  return [state, sizes.map((size) => bytes.slice(from, (from += size)))];
}
