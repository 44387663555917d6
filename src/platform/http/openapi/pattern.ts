/** Regular expressions of the document in a spelling that other languages read too. */

/** Spells `\u00XX` as `\xXX`, which Go, Rust, Python and Java read as JavaScript does. */
export function toReadablePattern(pattern: string): string {
  return pattern.replace(/\\u00([0-9a-fA-F]{2})/g, '\\x$1');
}
