/** Shared shapes of answers about configuration. Members that the CLI does not show are ignored. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { scopeLevels } from '../contract/control/scope.ts';

export const NullableText = Type.Union([Type.String(), Type.Null()]);
export const NullableInteger = Type.Union([Type.Integer(), Type.Null()]);

/** A page of a list. */
export const pageOf = <T extends Parameters<typeof Type.Array>[0]>(item: T) =>
  Type.Object({ items: Type.Array(item), next_cursor: NullableText, has_more: Type.Boolean() });

export const ScopeShape = Type.Object({ level: Type.Enum(scopeLevels), id: Type.String() });

const ChangeShape = Type.Object({
  org_revision: Type.Integer(),
  action: Type.String(),
  scope: ScopeShape,
  revision: Type.Integer(),
  reason: NullableText,
  changed_at: Type.String(),
  changed_by: Type.String(),
});

export const changePage = Compile(pageOf(ChangeShape));

export type Change = Type.Static<typeof ChangeShape>;
