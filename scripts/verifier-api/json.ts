/** Prints JSON for readers: what fits on a line stays on one. */

const width = 110;

export function printJson(value: unknown, indent = ''): string {
  const line = printLine(value);
  if (indent.length + line.length <= width || typeof value !== 'object' || value === null) return line;
  const deeper = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const members = Array.isArray(value)
    ? value.map((item) => printJson(item, deeper))
    : Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${printJson(member, deeper)}`);
  return `${open}\n${fill(members, deeper)}\n${indent}${close}`;
}

function printLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(printLine).join(', ')}]`;
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${printLine(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** Puts as many short members on a line as fit. */
function fill(members: readonly string[], indent: string): string {
  const lines: string[] = [];
  members.forEach((member, at) => {
    const text = at === members.length - 1 ? member : `${member},`;
    const last = lines.at(-1);
    const fits = last !== undefined && !/\n/.test(last + text) && last.length + text.length + 1 <= width;
    if (fits) lines[lines.length - 1] = `${last} ${text}`;
    else lines.push(`${indent}${text}`);
  });
  return lines.join('\n');
}
