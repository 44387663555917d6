/** The scope of a piece of configuration: an organisation, one of its workspaces, or one agent (contract 2.10). */
import { type Static, Type } from 'typebox';
import { idPattern } from '../ids.ts';

/** From the outermost to the innermost. An inner scope may only tighten the outer ones. */
export const scopeLevels = ['org', 'workspace', 'agent'] as const;
export type ScopeLevel = (typeof scopeLevels)[number];

export const ScopeSchema = Type.Object(
  {
    level: Type.Enum(scopeLevels),
    id: Type.String({ pattern: idPattern, description: 'id of the organisation, workspace or agent' }),
  },
  { additionalProperties: false },
);

export type Scope = Static<typeof ScopeSchema>;

/** True when both name the same place. */
export function isSameScope(left: Scope, right: Scope): boolean {
  return left.level === right.level && left.id === right.id;
}
