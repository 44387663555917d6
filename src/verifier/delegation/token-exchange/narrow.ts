/** Narrows scopes to those that every side allows. Pure. */
import { fullScope } from '../../base/access/actions.ts';

/** An undefined side sets no limit. */
export type ScopeSide = readonly string[] | undefined;

/**
 * Gives the requested scopes that every side has. `assay:full` on a side covers every scope; it is in the result only if it was
 * requested and every side has it.
 */
export function narrowScopes(asked: readonly string[], sides: readonly ScopeSide[]): string[] {
  const covers = (side: ScopeSide, scope: string) =>
    side === undefined || side.includes(scope) || side.includes(fullScope);
  return [...new Set(asked)].filter((scope) => sides.every((side) => covers(side, scope)));
}

/** Gives the scopes of a space-separated list; none if it is absent. */
export function toScopes(text: string | undefined): string[] {
  return (text ?? '').split(' ').filter((scope) => scope !== '');
}
