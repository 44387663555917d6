/**
 * Spares most keyword searches: a keyword can only occur where its rarest sign does, and ordinary prose has few
 * underscores, digits and capitals. What passes this gate is still searched for.
 */

const signCount = 128;
const proseSigns = " .,'-:?!";

/** Which signs a text holds. Signs beyond ASCII share the place of another one: the gate may open, never close, wrongly. */
export function listSigns(text: string): Uint8Array {
  const signs = new Uint8Array(signCount);
  for (let index = 0; index < text.length; index += 1) signs[text.charCodeAt(index) & (signCount - 1)] = 1;
  return signs;
}

/** Place of the keyword's rarest sign in the list of signs. */
export function rarestSign(keyword: string): number {
  const [rarest] = Array.from(keyword).toSorted((left, right) => rarity(right) - rarity(left));
  if (rarest === undefined) throw new TypeError('a keyword must not be empty');
  return rarest.charCodeAt(0) & (signCount - 1);
}

function rarity(sign: string): number {
  if (proseSigns.includes(sign)) return 0;
  if (/[a-z]/.test(sign)) return 'jkqvwxz'.includes(sign) ? 2 : 1;
  if (/[A-Z]/.test(sign)) return 3;
  return /[0-9]/.test(sign) ? 4 : 5;
}
