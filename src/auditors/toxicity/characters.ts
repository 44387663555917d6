/** Kinds of characters for the word splitter, as one table look-up. */

export const kind = {
  other: 0,
  /** Letters and digits, including surrogate halves. */
  letter: 1,
  /** Characters that may replace letters or be invisible inside a word. */
  sign: 2,
  quote: 3,
  /** Ends a sentence. */
  stop: 4,
  /** Ends a sentence if no letter follows: "k.i.l.l" is not four sentences. */
  dot: 5,
  /** First half of an emoji, which is a word by itself. */
  emoji: 6,
} as const;

const table = new Uint8Array(0x10000);
const seen = 0x80;

/** Gives the kind of a UTF-16 unit; computed on first use. */
export function kindOf(unit: number): number {
  const known = table[unit] ?? 0;
  if ((known & seen) !== 0) return known & ~seen;
  const found = findKind(unit);
  table[unit] = found | seen;
  return found;
}

function findKind(unit: number): number {
  const char = String.fromCharCode(unit);
  // Combining marks, zero-width characters and soft hyphens disguise words.
  if ("@$*!|'’_`".includes(char) || /[\u00ad\u200b-\u200f\u2060\ufeff\u180e]/.test(char)) return kind.sign;
  if (unit >= 0xd83c && unit <= 0xd83e) return kind.emoji;
  if (unit >= 0xd800 && unit <= 0xdfff) return kind.letter;
  if (/[\p{L}\p{N}\p{M}]/u.test(char)) return kind.letter;
  if (/["“”„«»「」『』]/.test(char)) return kind.quote;
  if (char === '.') return kind.dot;
  return /[?;\n。！？؟।…]/.test(char) ? kind.stop : kind.other;
}
