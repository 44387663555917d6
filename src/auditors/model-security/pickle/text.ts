/** Decodes the text forms of pickle opcodes: quoted strings (protocol 0), raw unicode escapes, decimal lines. */

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\n': '',
};

/** Decodes a STRING line; undefined if its quotes are missing, which no loader accepts. */
export function decodeQuoted(line: Uint8Array): string | undefined {
  const text = Buffer.from(line).toString('latin1').trim();
  const quote = text[0];
  if (text.length < 2 || (quote !== "'" && quote !== '"') || text.at(-1) !== quote) return undefined;
  return text
    .slice(1, -1)
    .replace(/\\(?:x([0-9a-fA-F]{2})|([0-7]{1,3})|([\s\S]))/g, (all, hex?: string, octal?: string, single?: string) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      return escapes[single ?? ''] ?? all;
    });
}

/** Decodes a UNICODE line (raw-unicode-escape). */
export function decodeRawUnicode(line: Uint8Array): string {
  const text = Buffer.from(line).toString('latin1');
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))/g, (all, short?: string, long?: string) => {
    const point = Number.parseInt(short ?? long ?? '', 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : all;
  });
}

/** Decodes UTF-8 as a loader does; keeps a byte order mark. */
export function decodeUtf8(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}

/** Parses a decimal number as Python's `int` does, with blanks and underscores. Undefined if it is none. */
export function decodeDecimal(line: Uint8Array): number | undefined {
  if (line.length > 64) return undefined;
  const text = Buffer.from(line).toString('latin1').trim();
  return /^[+-]?\d+(?:_\d+)*L?$/.test(text) ? Number(text.replace(/[_L]/g, '')) : undefined;
}
