/** Text that hides something from whoever reads it, but not from a model. */

/** Control (but for line breaks and tabs), format (zero width, bidirectional, tags), private use; variation selectors. */
const hidden =
  /[\p{Cf}\p{Co}]|[\u{fe00}-\u{fe0f}]|[\u{e0100}-\u{e01ef}]|\u{115f}|\u{1160}|\u{3164}|\u{ffa0}|(?![\t\n\r])\p{Cc}/u;

/** Looks at every text of a value, names of members too. */
export function hasHiddenText(value: unknown): boolean {
  return hidden.test(typeof value === 'string' ? value : textsOf(value).join('\n'));
}

/** All texts of a value as they stand in it: names of members, and what they hold; numbers that could be somebody's among them. */
export function textsOf(value: unknown): string[] {
  const texts: string[] = [];
  eachText(value, (text) => texts.push(text));
  return texts;
}

/** Tells each text of a value, and whether it is the name of a member. */
export function eachText(value: unknown, tell: (text: string, isName: boolean) => void): void {
  if (typeof value === 'string') tell(value, false);
  else if (typeof value === 'number' && isTelling(value)) tell(String(value), false);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) tell(name, true);
    eachText(inner, tell);
  }
}

/** Numbers of cards, accounts and telephones have seven figures or more; shorter ones count and measure. */
export function isTelling(value: number): boolean {
  return String(value).length >= 7;
}
