/** Detects text that is invisible to people but not to a model. */

/**
 * Control characters (except line breaks and tabs), format characters (zero width, bidirectional, tags), private use,
 * variation selectors.
 */
const hidden =
  /[\p{Cf}\p{Co}]|[\u{fe00}-\u{fe0f}]|[\u{e0100}-\u{e01ef}]|\u{115f}|\u{1160}|\u{3164}|\u{ffa0}|(?![\t\n\r])\p{Cc}/u;

/** Checks every text of a value, including member names. */
export function hasHiddenText(value: unknown): boolean {
  return hidden.test(typeof value === 'string' ? value : textsOf(value).join('\n'));
}

/** Lists all texts of a value: member names, values, and numbers that could identify a person. */
export function textsOf(value: unknown): string[] {
  const texts: string[] = [];
  eachText(value, (text) => texts.push(text));
  return texts;
}

/** Calls back with each text of a value, and whether it is a member name. */
export function eachText(value: unknown, tell: (text: string, isName: boolean) => void): void {
  if (typeof value === 'string') tell(value, false);
  else if (typeof value === 'number' && isInformative(value)) tell(String(value), false);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) tell(name, true);
    eachText(inner, tell);
  }
}

/** Numbers of cards, accounts and telephones have at least seven digits; shorter ones count and measure. */
export function isInformative(value: number): boolean {
  return String(value).length >= 7;
}
