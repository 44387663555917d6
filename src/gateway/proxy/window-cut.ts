/** Decides how much of a growing text may become a window: whole sentences, and no unfinished entity. */

/** Longest end of a text that is held back as a possible unfinished entity (a card number in groups). */
const maxOpenEntity = 64;

/**
 * Length of the front part of `pending` that is ready to be audited and sent; 0 to wait for more text. The end of the
 * text is never cut: a closing quote or the rest of a number may still follow.
 */
export function readyLength(pending: string, maxChars: number): number {
  const sentence = lastSentenceEnd(pending);
  if (sentence > 0) return sentence;
  if (pending.length < maxChars) return 0;
  const safe = pending.length - openEntityLength(pending);
  const space = pending.slice(0, safe).search(/\s\S*$/);
  if (space >= 0) return space + 1;
  // Text without spaces (Chinese, base64) is cut late, and all but its end at once: cutting it piece by piece would
  // search a long text again each time.
  return pending.length >= maxChars * 4 ? wholeCharacters(pending, pending.length - maxChars * 2) : 0;
}

function lastSentenceEnd(text: string): number {
  let end = 0;
  // No part of the expression may repeat and then fail: a text of line ends only would take quadratic time.
  for (const match of text.matchAll(/[.!?…]["'”’)\]]*\s+(?=\S)|[。！？][”’」』）]*(?=.)|\n(?=[^\n])/gsu)) {
    end = match.index + match[0].length;
  }
  return end;
}

/** Length of grouped digits, or a word with `@`, at the end of the text. */
function openEntityLength(text: string): number {
  const tail = text.slice(-maxOpenEntity);
  return /(?:\+?\d[\d\s().\-/]*|\S*@\S*)$/.exec(tail)?.[0].length ?? 0;
}

function wholeCharacters(text: string, length: number): number {
  return (text.charCodeAt(length - 1) & 0xfc00) === 0xd800 ? length - 1 : length;
}
