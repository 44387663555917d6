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

/** Labels of an image: an object of texts. Undefined for blank text and for everything else. */
export function parseLabels(text: string): Readonly<Record<string, string>> | undefined {
  const parsed = parseJson(text);
  if (parsed.kind !== 'value' || typeof parsed.value !== 'object' || parsed.value === null) return undefined;
  if (Array.isArray(parsed.value)) return undefined;
  const labels: Record<string, string> = {};
  for (const [name, value] of Object.entries(parsed.value)) {
    if (typeof value !== 'string') return undefined;
    labels[name] = value;
  }
  return labels;
}
