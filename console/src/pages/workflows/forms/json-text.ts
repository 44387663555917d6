/** JSON as a person types it into a field. */

export type ReadJson = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

/** Empty text is no value at all. */
export function readJson(text: string): ReadJson {
  if (text.trim() === '') return { ok: true, value: undefined };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

export function writeJson(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value, undefined, 2);
}
