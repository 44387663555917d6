/** Cedar text as tokens. It is the part of the language that the form reads; the verifier checks every text with Cedar itself. */

export interface Token {
  readonly kind: 'word' | 'string' | 'number' | 'symbol' | 'comment' | 'unknown';
  /** As it stands in the text, a string with its quotes. */
  readonly text: string;
  readonly start: number;
}

const shapes = [
  ['comment', /\/\/[^\n]*/y],
  ['word', /[A-Za-z_]\w*/y],
  ['string', /"(?:[^"\\]|\\[\s\S])*"/y],
  ['number', /\d+/y],
  ['symbol', /==|!=|<=|>=|&&|\|\||::|[-@(){}[\],;.<>!:?+*]/y],
  ['unknown', /[\s\S]/y],
] as const;

export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const space = /\s*/y;
    space.lastIndex = at;
    at += space.exec(text)?.[0].length ?? 0;
    for (const [kind, shape] of shapes) {
      shape.lastIndex = at;
      const found = shape.exec(text)?.[0];
      if (found === undefined) continue;
      tokens.push({ kind, text: found, start: at });
      at += found.length;
      break;
    }
  }
  return tokens;
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '0': '\0',
  '"': '"',
  "'": "'",
  '\\': '\\',
};

/** The value of a string token; undefined for an escape that Cedar does not have. */
export function unquote(token: string): string | undefined {
  let isValid = true;
  const value = token
    .slice(1, -1)
    .replace(/\\(?:u\{([0-9a-fA-F]{1,6})\}|([\s\S]))/g, (_, hex: string | undefined, short) => {
      const code = hex === undefined ? Number.NaN : Number.parseInt(hex, 16);
      const read =
        hex === undefined ? escapes[String(short)] : code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
      if (read === undefined) isValid = false;
      return read ?? '';
    });
  return isValid ? value : undefined;
}

/** A Cedar string of the text. Characters that cannot be seen are escaped. */
export function quote(text: string): string {
  const inner = Array.from(text, (char) => {
    if (char === '"' || char === '\\') return `\\${char}`;
    if (char === '\n') return '\\n';
    if (char === '\t') return '\\t';
    return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(char) ? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}` : char;
  });
  return `"${inner.join('')}"`;
}

const reserved = new Set(['true', 'false', 'if', 'then', 'else', 'in', 'is', 'like', 'has', '__cedar']);

/** True for a name that stands after a dot as it is. */
export function isIdentifier(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !reserved.has(name);
}

/** `base.name`, or `base["name"]` for a name that is no identifier. */
export function member(base: string, name: string): string {
  return isIdentifier(name) ? `${base}.${name}` : `${base}[${quote(name)}]`;
}
