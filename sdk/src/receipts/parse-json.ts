/** Parses JSON; gives `undefined`, which is never a value of JSON, for other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
