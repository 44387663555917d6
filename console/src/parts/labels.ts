/** The label of a value of the API, or the value itself if this release does not know it. */
export function labelOf(labels: Readonly<Record<string, string>>, value: string): string {
  return Object.hasOwn(labels, value) ? (labels[value] ?? value) : value;
}

/** The value if it is one of the keys. */
export function keyOf<Key extends string>(
  labels: Readonly<Record<Key, string>>,
  value: string | undefined,
): Key | undefined {
  return (Object.keys(labels) as Key[]).find((key) => key === value);
}
