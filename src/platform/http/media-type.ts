/** Reads a `Content-Type` (RFC 9110 section 8.3): the media type and the charset of a body. */

export interface MediaType {
  /** Type and subtype in lower case; empty without one. */
  readonly essence: string;
  /** In lower case; `undefined` without one. Lists every charset, so that none of several can differ. */
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

/** True unless the body declares another charset than UTF-8, in which a reader would see another text. */
export function isUtf8(value: string | undefined): boolean {
  // Fast path: nearly every body has the same header, mostly without a charset.
  if (value === undefined || !/charset/i.test(value)) return true;
  return parseMediaType(value).charsets.every((charset) => charset === 'utf-8' || charset === 'utf8');
}

/** Written by hand: an expression that trims both ends scans inner runs of spaces many times. */
function charsetOf(parameter: string): string | undefined {
  const [name = '', ...value] = parameter.split('=');
  return name.trim() === 'charset' && value.length > 0 ? value.join('=').trim() : undefined;
}
