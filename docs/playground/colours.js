// Colours a program: comments, strings, numbers and keywords of Python, C and C++ are elements with such a class.

const MOST = 50_000; // characters; a longer program stays plain, so that typing stays quick

const words = (text) => new Set(text.split(" "));
const PYTHON = words("and as assert async await break class continue def del elif else except False finally for from global if import in is lambda match None nonlocal not or pass raise return True try while with yield");
const C = words(
  "auto bool break case catch char class const constexpr continue default delete do double else enum explicit extern false float for friend goto if inline int long mutable namespace new noexcept nullptr operator private protected public return short signed sizeof static struct switch template this throw true try typedef typename union unsigned using virtual void volatile while",
);

const NAMES_AND_NUMBERS = String.raw`(?<number>\b\d[\w.']*)|(?<word>[A-Za-z_]\w*)`;
const QUOTED = String.raw`"(?:\\[^]|[^"\\\n])*"?|'(?:\\[^]|[^'\\\n])*'?`;
const IN_PYTHON = new RegExp(String.raw`(?<comment>#.*)|(?<string>"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|${QUOTED})|${NAMES_AND_NUMBERS}`, "g");
const IN_C = new RegExp(String.raw`(?<comment>//.*|/\*[^]*?(?:\*/|$))|(?<keyword>^[ \t]*#[ \t]*\w+)|(?<string>${QUOTED})|${NAMES_AND_NUMBERS}`, "gm");

// Returns a program in "python", "c" or "cpp" as nodes.
export function coloured(text, language) {
  if (text.length > MOST) return [text];
  const [tokens, keywords] = language === "python" ? [IN_PYTHON, PYTHON] : [IN_C, C];
  const nodes = [];
  let from = 0;
  for (const { 0: token, index, groups } of text.matchAll(tokens)) {
    const kind = groups.word === undefined ? Object.keys(groups).find((name) => groups[name] !== undefined) : keywords.has(token) && "keyword";
    if (!kind) continue;
    const element = document.createElement("span");
    element.className = kind;
    element.textContent = token;
    nodes.push(text.slice(from, index), element);
    from = index + token.length;
  }
  return [...nodes, text.slice(from)];
}
