/** Booleans as text, in environment variables and commands. Python and YAML write `True`. */
const words = new Map([
  ...['true', '1'].map((word) => [word, true] as const),
  ...['false', '0'].map((word) => [word, false] as const),
]);

/** Reads `true` and `1`, `false` and `0`, in any case; `undefined` for other text. */
export function parseBooleanText(text: string): boolean | undefined {
  return words.get(text.trim().toLowerCase());
}
