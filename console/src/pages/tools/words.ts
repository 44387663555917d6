/** The word for a value of the API, or the value itself if this release does not know it. */
export function wordOf(words: Readonly<Record<string, string>>, value: string): string {
  return Object.hasOwn(words, value) ? (words[value] ?? value) : value;
}

/** The value if it is one of the keys. */
export function keyOf<Key extends string>(
  words: Readonly<Record<Key, string>>,
  value: string | undefined,
): Key | undefined {
  return (Object.keys(words) as Key[]).find((key) => key === value);
}
