/** Finds the changes between two states of an object, member by member. */
import { canonicalize } from '@assay/sdk/crypto';
import { pointTo } from '../../../configuration/files/finding.ts';
import type { Difference } from '../../../contract/control/apply.ts';

/** Members of an object by their names; an undefined one counts as absent. */
export type Members = Readonly<Record<string, unknown>>;

/** Lists differences in the order of the names, below a pointer. */
export function findDifferences(base: string, before: Members, after: Members): Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name) => {
    const [was, is] = [ownMember(before, name), ownMember(after, name)];
    if (isSame(was, is)) return [];
    return {
      pointer: pointTo(base, name),
      ...(was === undefined ? {} : { before: was }),
      ...(is === undefined ? {} : { after: is }),
    };
  });
}

/** True for equal JSON; the order of members does not count. */
export function isSame(left: unknown, right: unknown): boolean {
  if (left === undefined || right === undefined) return left === right;
  return left === right || canonicalize(left) === canonicalize(right);
}

/** Gives an own member, never an inherited one. */
export function ownMember<T>(members: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}
