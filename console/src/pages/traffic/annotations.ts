/** Annotations of a Cedar rule, such as `@response("redact")`, read for display only. */
const annotation = /^\s*@(\w+)\(\s*"((?:[^"\\]|\\.)*)"\s*\)/;

/** By name; texts keep their escapes but for quotes. An annotation that has no text is left out. */
export function readAnnotations(rule: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  let rest = rule.replace(/^(?:\s*\/\/[^\n]*\n)*/, '');
  for (let match = annotation.exec(rest); match !== null; match = annotation.exec(rest)) {
    const [whole, name = '', text = ''] = match;
    found[name] = text.replaceAll('\\"', '"');
    rest = rest.slice(whole.length);
  }
  return found;
}
