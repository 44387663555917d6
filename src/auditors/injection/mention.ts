/** Tells a mention of an attack from the attack: a quoted phrase in a sentence that discusses it. */

const around = 160;
const quoteSigns = /["'“”„«»‘’`]/;
const talkCue =
  /\b(?:prompt injections?|jailbreak(?:s|ing)? (?:attempts?|attacks?|prompts?)|phrases? (?:like|such as)|such as|e\.g\.|for example|the (?:phrase|sentence|words?|string|text|message)|what does|mean(?:s|t)?|defen[cd]|detect|prevent|protect|mitigat|explain (?:how|why|what)|attackers?|security (?:research|training|team|review)|classif|blog|article|paper|translate|says?|said|wrote|spell|pronounce|how do (?:i|we))/i;

/** True when the span is in quotation marks and the words around it discuss it. */
export function isMention(text: string, start: number, end: number): boolean {
  if (!isQuoted(text, start, end)) return false;
  const before = text.slice(Math.max(0, start - around), start);
  const after = text.slice(end, end + around);
  return talkCue.test(before) || talkCue.test(after);
}

function isQuoted(text: string, start: number, end: number): boolean {
  return quoteSigns.test(text.slice(Math.max(0, start - 60), start)) && quoteSigns.test(text.slice(end, end + 60));
}
