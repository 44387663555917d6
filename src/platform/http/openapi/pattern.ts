/** Rewrites regular expressions of the document so that other languages can read them. */

/** Spells `\u00XX` as `\xXX`, which Go, Rust, Python and Java read as JavaScript does. */
export function toReadablePattern(pattern: string): string {
  return pattern.replace(/\\u00([0-9a-fA-F]{2})/g, '\\x$1');
}
