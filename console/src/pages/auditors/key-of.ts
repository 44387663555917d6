/** The value as one of the keys of the words; undefined for any other. */
export function keyOf<Words extends Readonly<Record<string, string>>>(
  words: Words,
  value: string,
): Extract<keyof Words, string> | undefined {
  const isKey = (key: string): key is Extract<keyof Words, string> => Object.hasOwn(words, key);
  return isKey(value) ? value : undefined;
}
