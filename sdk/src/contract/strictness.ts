/**
 * Which values of a setting are stricter: those with which at least as much is found or refused. A gateway lets a caller
 * of `/v1/evaluate` make a setting stricter, and refuses every other change without the right.
 */
export const strictnesses = ['lower', 'higher', 'true', 'false', 'more', 'fewer'] as const;

/** `lower` and `higher` are about numbers, `more` and `fewer` about the members of a list. */
export type Strictness = (typeof strictnesses)[number];

/** True where a value of the setting is stricter than another. Without a rule no value is; nor is one of another type. */
export function isStricter(
  rule: Strictness | undefined,
  { value, than }: { readonly value: unknown; readonly than: unknown },
): boolean {
  switch (rule) {
    case undefined:
      return false;
    case 'lower':
      return typeof value === 'number' && typeof than === 'number' && value < than;
    case 'higher':
      return typeof value === 'number' && typeof than === 'number' && value > than;
    case 'true':
    case 'false':
      return value === (rule === 'true') && than === (rule !== 'true');
    case 'more':
      return isList(value) && isList(than) && holdsAll(value, than);
    case 'fewer':
      return isList(value) && isList(than) && holdsAll(than, value);
    default:
      return rule satisfies never;
  }
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function holdsAll(list: readonly unknown[], wanted: readonly unknown[]): boolean {
  return wanted.every((one) => list.includes(one));
}
