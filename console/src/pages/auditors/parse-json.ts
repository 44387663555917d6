/** Reads JSON that a person pasted. */
export type Parsed =
  | { readonly kind: 'absent' }
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'wrong' };

/** Blank text is absent. The verifier checks what the value says. */
export function parseJson(text: string): Parsed {
  if (text.trim() === '') return { kind: 'absent' };
  try {
    return { kind: 'value', value: JSON.parse(text) as unknown };
  } catch {
    return { kind: 'wrong' };
  }
}
