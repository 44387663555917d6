/**
 * The verifier's answers without human text and without values that differ between runs (ids, times, hashes, signatures). Clients
 * rely on the rest, so a change of it is a change of the API.
 */

/** Members with sentences for people, whose wording may change. */
const humanText = new Set([
  'title',
  'detail',
  'message',
  'description',
  'label',
  'help',
  'fix',
  'hint',
  'summary',
  'text',
]);

const changing: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [\s\S]*?-----END [A-Z ]+-----/g, '<pem>'],
  [/assay_key_[\w-]+/g, '<key>'],
  [/^1\.0\.\d+$/g, '<release>'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '<time>'],
  [/(127\.0\.0\.1|localhost):\d+/g, '$1:<port>'],
  [/\b(?=[0-9a-f]*\d)[0-9a-f]{16,}\b/g, '<hex>'],
  [/[A-Za-z0-9_+/-]{22,}={0,2}(?:\.[A-Za-z0-9_-]{10,})*/g, '<random>'],
  [/test:\d+/g, '<credential>'],
];

function normalizeText(text: string): string {
  return changing.reduce((normalized, [form, name]) => normalized.replace(form, name), text);
}

/** Larger numbers are times since 1970 and free ports. */
const largestNumber = 20_000;

/** Gives the answer's body without human text and changing values. */
export function normalize(value: unknown): unknown {
  if (typeof value === 'string') return normalizeText(value);
  if (typeof value === 'number')
    return value > largestNumber ? '<large number>' : Number.isInteger(value) ? value : '<fraction>';
  if (Array.isArray(value)) return value.map(normalize);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => !humanText.has(name));
  return Object.fromEntries(
    members.map(([name, member]) => [normalizeText(name), name === 'request_id' ? '<request>' : normalize(member)]),
  );
}

/** Headers that clients rely on. */
const keptHeaders = ['content-type', 'etag', 'location', 'cache-control', 'www-authenticate', 'retry-after', 'allow'];

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Gives one line for each answer: status, kept headers and body. */
export function toGolden({ status, headers, text }: RawAnswer): unknown {
  const kept = keptHeaders.flatMap((name) =>
    headers[name] === undefined ? [] : [[name, normalizeText(String(headers[name]))]],
  );
  return { status, headers: Object.fromEntries(kept), body: toBody(String(headers['content-type'] ?? ''), text) };
}

function toBody(contentType: string, text: string): unknown {
  if (text === '') return null;
  if (!/[/+]json(?:;|$)/.test(contentType)) return `<${contentType.split(';', 1)[0]}>`;
  return normalize(JSON.parse(text));
}
