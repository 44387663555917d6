/** Reads a `Content-Type` (RFC 9110 section 8.3): which kind of body it announces, and in which characters. */

export interface MediaType {
  /** Type and subtype, lower-cased; empty without one. */
  readonly essence: string;
  /** Lower-cased; `undefined` without one. The last counts where several stand: none of them may be another one. */
  readonly charsets: readonly string[];
}

/** Reads a header's value; never throws. */
export function parseMediaType(value: string | undefined): MediaType {
  const [essence = '', ...parameters] = (value ?? '').toLowerCase().split(';');
  const charsets = parameters
    .map(charsetOf)
    .filter((charset) => charset !== undefined)
    .map((charset) => charset.replaceAll(/["']/g, '').trim());
  return { essence: essence.trim(), charsets };
}

/** True unless the body says that it is in other characters than UTF-8, in which a reader would see another text. */
export function isUtf8(value: string | undefined): boolean {
  // Nearly every body says the same, and most say nothing.
  if (value === undefined || !/charset/i.test(value)) return true;
  return parseMediaType(value).charsets.every((charset) => charset === 'utf-8' || charset === 'utf8');
}

/** By hand: an expression that leaves out spaces at both ends looks at each of many spaces within it many times. */
function charsetOf(parameter: string): string | undefined {
  const [name = '', ...value] = parameter.split('=');
  return name.trim() === 'charset' && value.length > 0 ? value.join('=').trim() : undefined;
}
