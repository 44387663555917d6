/** Decides how much of a growing text may become a window: whole sentences, and no entity that is still open. */

/** Longest end of a text that is held back because it may be an entity in the making (a card number in groups). */
const maxOpenEntity = 64;

/**
 * Length of the front part of `pending` that is ready to be audited and sent; 0 if more text should be awaited.
 * The end of the text is never cut: a closing quote or the rest of a number may still follow.
 */
export function readyLength(pending: string, maxChars: number): number {
  const sentence = lastSentenceEnd(pending);
  if (sentence > 0) return sentence;
  if (pending.length < maxChars) return 0;
  const safe = pending.length - openEntityLength(pending);
  const space = pending.slice(0, safe).search(/\s\S*$/);
  if (space >= 0) return space + 1;
  // Text without spaces (Chinese, base64): cut hard, but late. All but its end goes at once: piece by piece, a long
  // text would be searched again for each piece.
  return pending.length >= maxChars * 4 ? wholeCharacters(pending, pending.length - maxChars * 2) : 0;
}

function lastSentenceEnd(text: string): number {
  let end = 0;
  // No part of the expression may be repeated and fail later: a text of line ends alone would be searched its length squared.
  for (const match of text.matchAll(/[.!?…]["'”’)\]]*\s+(?=\S)|[。！？][”’」』）]*(?=.)|\n(?=[^\n])/gsu)) {
    end = match.index + match[0].length;
  }
  return end;
}

/** Digits in groups, or a word with `@`, at the end of the text. */
function openEntityLength(text: string): number {
  const tail = text.slice(-maxOpenEntity);
  return /(?:\+?\d[\d\s().\-/]*|\S*@\S*)$/.exec(tail)?.[0].length ?? 0;
}

function wholeCharacters(text: string, length: number): number {
  return (text.charCodeAt(length - 1) & 0xfc00) === 0xd800 ? length - 1 : length;
}
