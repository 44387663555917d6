/**
 * Claims of auditors that declare none: such an auditor may make any claim (contract 2.11), so the policies that read
 * one name its type in `@claims`. It is then due like a declared claim.
 */
import type { ClaimType } from '@assay/sdk/contract';
import type { NamedClaims } from './annotations.ts';
import type { ChainVocabulary, DeclaredClaim } from './chain-claims.ts';
import { shapeOf } from './claim-shape.ts';
import { suggestName } from './nearest-name.ts';
import type { PolicyIssue } from './policy-error.ts';
import type { GeneratedSchema } from './schema.ts';

/** An item of the chain whose auditor declares no claims. */
export type OpenItem = Pick<ChainVocabulary, 'item' | 'auditorId' | 'phases'>;

/** The `@claims` of one policy, and the place for its issues. */
export interface NamedBy {
  readonly claims: NamedClaims;
  readonly place: Omit<PolicyIssue, 'message'>;
}

/** Lists the items of a chain that may make any claim. */
export function findOpenItems(chain: readonly ChainVocabulary[]): ReadonlyMap<string, OpenItem> {
  const open = chain.filter(({ entries }) => entries.length === 0);
  return new Map(open.map(({ item, auditorId, phases }) => [item, { item, auditorId, phases }]));
}

/** Gives the claims that policies name, with every reason why a name cannot be honoured. */
export function planNamedClaims(
  named: readonly NamedBy[],
  schema: GeneratedSchema,
): { readonly claims: readonly DeclaredClaim[]; readonly issues: readonly PolicyIssue[] } {
  const claims = new Map<string, DeclaredClaim>();
  const issues: PolicyIssue[] = [];
  for (const { claims: byItem, place } of named) {
    for (const [item, types] of byItem) {
      for (const [name, type] of types) {
        const message = addClaim({ item, name, type }, schema, claims);
        if (message !== undefined) issues.push({ ...message, ...place });
      }
    }
  }
  return { claims: [...claims.values()], issues };
}

interface NamedClaim {
  readonly item: string;
  readonly name: string;
  readonly type: ClaimType;
}

function addClaim(
  { item, name, type }: NamedClaim,
  schema: GeneratedSchema,
  claims: Map<string, DeclaredClaim>,
): Pick<PolicyIssue, 'message' | 'suggestion'> | undefined {
  const open = schema.open.get(item);
  const own = [...schema.claims.values(), ...claims.values()].filter((claim) => claim.item === item);
  const known = own.find(({ producedName }) => producedName === name);
  if (known !== undefined) {
    if (known.entry.type === type) return undefined;
    return {
      message: `@claims gives claim \`${name}\` of \`${item}\` the type ${type}, and it is ${known.entry.type}`,
    };
  }
  if (open === undefined) {
    if (own.length > 0) return { message: `@claims names \`${name}\`, which auditor \`${item}\` does not declare` };
    const items = [...schema.open.keys(), ...[...schema.claims.values()].map((claim) => claim.item)];
    return {
      message: `@claims names the chain item \`${item}\`, which is not in the chain`,
      ...suggestName(item, items),
    };
  }
  const contextName = schema.claims.has(name) || claims.has(name) ? `${item}.${name}` : name;
  const entry = { name, type, description: '', value_schema: {}, settings: [] };
  claims.set(contextName, {
    ...open,
    contextName,
    producedName: name,
    entry,
    shape: shapeOf(entry),
    mayBeAbsent: false,
    definitions: [],
  });
  return undefined;
}
