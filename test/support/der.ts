/** Writes DER for tests, valid or deliberately wrong. */

/** One element with a tag (e.g. 0x30) and contents. */
export function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

export const sequence = (...contents: readonly Uint8Array[]): Buffer => der(0x30, ...contents);
export const set = (...contents: readonly Uint8Array[]): Buffer => der(0x31, ...contents);
export const octets = (content: Uint8Array): Buffer => der(0x04, content);
export const bits = (content: Uint8Array, unused = 0): Buffer => der(0x03, Buffer.from([unused]), content);
export const boolean = (value: boolean): Buffer => der(0x01, Buffer.from([value ? 0xff : 0]));
export const utf8 = (text: string): Buffer => der(0x0c, Buffer.from(text));
export const ia5 = (text: string): Buffer => der(0x16, Buffer.from(text, 'latin1'));
/** `[n] EXPLICIT` around the contents. */
export const explicit = (number: number, ...contents: readonly Uint8Array[]): Buffer => der(0xa0 + number, ...contents);

/** A non-negative integer. */
export function integer(value: number | bigint | Uint8Array): Buffer {
  const magnitude = value instanceof Uint8Array ? Buffer.from(value) : toMagnitude(BigInt(value));
  const first = magnitude[0] ?? 0;
  return der(0x02, first >= 0x80 ? Buffer.concat([Buffer.of(0), magnitude]) : magnitude);
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

/** A GeneralizedTime, or a UTCTime below 2050 (RFC 5280 4.1.2.5). */
export function time(at: number | string): Buffer {
  const text = new Date(at).toISOString().replace(/[-:T]/g, '').slice(0, 14);
  return text < '2050' ? der(0x17, Buffer.from(`${text.slice(2)}Z`)) : der(0x18, Buffer.from(`${text}Z`));
}

function toMagnitude(value: bigint): Buffer {
  const digits = value.toString(16);
  return Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
}

function lengthOf(length: number): Buffer {
  if (length < 128) return Buffer.from([length]);
  const bytes = toMagnitude(BigInt(length));
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
}
