/** Writes DER (X.690), as far as certificates and requests for them need it. The SDK reads it. */

/** One element from its tag, e.g. 0x30, and its content. */
export function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.of(tag), lengthOf(content.length), content]);
}

export const sequence = (...contents: readonly Uint8Array[]): Buffer => der(0x30, ...contents);
export const set = (...contents: readonly Uint8Array[]): Buffer => der(0x31, ...contents);
export const octets = (content: Uint8Array): Buffer => der(0x04, content);
export const boolean = (value: boolean): Buffer => der(0x01, Buffer.of(value ? 0xff : 0));
export const utf8 = (text: string): Buffer => der(0x0c, Buffer.from(text));
/** `unused` bits at the end of the last byte are zero. */
export const bits = (content: Uint8Array, unused = 0): Buffer => der(0x03, Buffer.of(unused), content);
/** `[n] EXPLICIT`, or `[n] IMPLICIT` of something that has parts. */
export const tagged = (number: number, ...contents: readonly Uint8Array[]): Buffer => der(0xa0 + number, ...contents);
/** `[n] IMPLICIT` of something without parts. */
export const implicit = (number: number, content: Uint8Array): Buffer => der(0x80 + number, content);

/** A non-negative integer: big endian bytes, or a small number. */
export function integer(value: number | Uint8Array): Buffer {
  const magnitude = typeof value === 'number' ? toBytes(value) : value;
  const start = magnitude.findIndex((byte) => byte !== 0);
  const trimmed = start < 0 ? Buffer.of(0) : magnitude.subarray(start);
  return (trimmed[0] ?? 0) >= 0x80 ? der(0x02, Buffer.of(0), trimmed) : der(0x02, trimmed);
}

/** An object identifier from its dotted form. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((arc) => {
    const groups = [arc % 128];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) groups.unshift((left % 128) | 128);
    return groups;
  });
  return der(0x06, Buffer.from(bytes));
}

/** Whole seconds: UTCTime before 2050, GeneralizedTime from then on (RFC 5280 4.1.2.5). */
export function time(atMs: number): Buffer {
  const text = new Date(atMs).toISOString().replace(/[-:T]/g, '').slice(0, 14);
  return text < '2050' ? der(0x17, Buffer.from(`${text.slice(2)}Z`)) : der(0x18, Buffer.from(`${text}Z`));
}

function lengthOf(length: number): Buffer {
  if (length < 128) return Buffer.of(length);
  const bytes = toBytes(length);
  return Buffer.concat([Buffer.of(0x80 | bytes.length), bytes]);
}

function toBytes(value: number): Buffer {
  const digits = value.toString(16);
  return Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
}
