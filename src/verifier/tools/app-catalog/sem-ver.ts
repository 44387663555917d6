/** Orders exact versions (SemVer 2.0.0, 11): the newest is the default. */

/**
 * Gives a number below 0 if `left` is older. Build metadata does not count; the texts order versions that are otherwise
 * equal.
 */
export function compareVersions(left: string, right: string): number {
  const [one, two] = [read(left), read(right)];
  return compareLists(one.numbers, two.numbers) || comparePre(one.pre, two.pre) || compareTexts(left, right);
}

/** Gives the newest version; a pre-release only if there is no other. */
export function newestOf(versions: readonly string[]): string | undefined {
  const sorted = versions.toSorted(compareVersions);
  return sorted.findLast((version) => read(version).pre.length === 0) ?? sorted.at(-1);
}

function read(version: string): { readonly numbers: readonly string[]; readonly pre: readonly string[] } {
  const [core = ''] = version.split('+');
  const dash = core.indexOf('-');
  const numbers = (dash < 0 ? core : core.slice(0, dash)).split('.');
  return { numbers, pre: dash < 0 ? [] : core.slice(dash + 1).split('.') };
}

function comparePre(left: readonly string[], right: readonly string[]): number {
  // A pre-release comes before its release.
  if (left.length === 0 || right.length === 0) return right.length - left.length;
  return compareLists(left, right);
}

function compareLists(left: readonly string[], right: readonly string[]): number {
  for (const [index, one] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const order = compareParts(one, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

const digits = /^\d+$/;

function compareParts(left: string, right: string): number {
  const [isLeft, isRight] = [digits.test(left), digits.test(right)];
  if (isLeft && isRight) return left.length - right.length || compareTexts(left, right);
  if (isLeft !== isRight) return isLeft ? -1 : 1;
  return compareTexts(left, right);
}

function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
