/** Which scopes are left: those that every side allows. Pure. */
import { fullScope } from '../access/actions.ts';

/** Undefined sides set no bound. */
export type ScopeSide = readonly string[] | undefined;

/**
 * The scopes that are asked for and that every side has. `assay:full` on a side covers every scope; it is in the result
 * only where it was asked for and every side has it.
 */
export function narrowScopes(asked: readonly string[], sides: readonly ScopeSide[]): string[] {
  const covers = (side: ScopeSide, scope: string) =>
    side === undefined || side.includes(scope) || side.includes(fullScope);
  return [...new Set(asked)].filter((scope) => sides.every((side) => covers(side, scope)));
}

/** Scopes of a space-separated list; none for a list that is not there. */
export function toScopes(text: string | undefined): string[] {
  return (text ?? '').split(' ').filter((scope) => scope !== '');
}
