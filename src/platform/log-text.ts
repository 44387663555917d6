/** Shows a log line to a person: one line without time, stack or identifiers. The JSON form has everything. */

const words: Readonly<Record<string, string>> = { warn: 'warning', fatal: 'error' };
/** Members with a place of their own, or for machines only. */
const left = new Set(['level', 'time', 'service', 'msg', 'err', 'reqId', 'trace_id']);

/** Takes a JSON line of a logger, and gives a line with its end. */
export function toTextLine(json: string): string {
  const line: unknown = JSON.parse(json);
  const entries = Object.entries(Object(line));
  const { level, service, msg = '', err } = Object(line);
  const members = entries.filter(([name, value]) => !left.has(name) && !isObject(value));
  const text = [
    `${words[level] ?? level}  ${service}: ${msg}`,
    ...(isObject(err) ? [`: ${String(Reflect.get(err, 'message'))}`] : []),
    ...(members.length === 0 ? [] : [` (${members.map(([name, value]) => `${name} ${value}`).join(', ')})`]),
  ].join('');
  return `${toOneLine(text)}\n`;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Texts of others cannot control the terminal, or begin a line of their own. */
function toOneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\s*[\r\n]+\s*/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{fffd}');
}
