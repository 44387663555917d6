/** The claims that the chain's auditors may make, and the name of each claim in a policy's context. */
import { phases as allPhases, isClaimName, type Phase, type VocabularyEntry } from '@assay/sdk/contract';
import type { AuditorSetting } from './chain-settings.ts';
import { type ClaimShape, shapeOf } from './claim-shape.ts';
import { PolicyError, type PolicyIssue } from './policy-error.ts';

/** One item of the chain with the vocabulary of its auditor. */
export interface ChainVocabulary {
  /** Unique name of the chain item (contract 2.9). */
  readonly item: string;
  readonly auditorId: string;
  /** Phases in which the gateway calls this item. */
  readonly phases: readonly Phase[];
  readonly entries: readonly VocabularyEntry[];
  /** Settings of the auditor, and its id in the cascade; absent: the settings of its claims, from the vocabulary entries. */
  readonly settings?: { readonly auditor: string; readonly declared: readonly AuditorSetting[] };
}

/** A claim that an item of the chain may produce, as policies see it. */
export interface DeclaredClaim {
  /** Name below `context.claims`. */
  readonly contextName: string;
  /** Name in the auditor's answer. */
  readonly producedName: string;
  readonly item: string;
  readonly auditorId: string;
  /** Those of the item, as far as the vocabulary does not say in `x-phases` that the claim is made in fewer. */
  readonly phases: readonly Phase[];
  /** The vocabulary entry with its type; an instance has that of its base claim. */
  readonly entry: VocabularyEntry;
  readonly shape: ClaimShape;
  /** True when the vocabulary says in `x-absent` that a succeeding auditor may leave it out. */
  readonly mayBeAbsent: boolean;
  /** Its settings with bounds, as far as they are known. */
  readonly definitions: readonly AuditorSetting[];
}

const itemName = /^[A-Za-z0-9](?:[A-Za-z0-9 ._-]{0,62}[A-Za-z0-9._-])?$/;

/**
 * Names every claim of the chain: the first item that declares a name keeps it bare; a later one is `<item>.<claim>`.
 *
 * @throws PolicyError when names are not unique or not claim names
 */
export function nameChainClaims(chain: readonly ChainVocabulary[]): ReadonlyMap<string, DeclaredClaim> {
  const issues: PolicyIssue[] = [];
  const claims = new Map<string, DeclaredClaim>();
  const items = new Set<string>();
  for (const vocabulary of chain) {
    if (items.has(vocabulary.item)) issues.push({ message: `two chain items are named \`${vocabulary.item}\`` });
    items.add(vocabulary.item);
    if (!itemName.test(vocabulary.item)) issues.push({ message: 'a chain item has a name outside the allowed form' });
    addVocabulary(vocabulary, claims, issues);
  }
  if (issues.length > 0) throw new PolicyError(issues);
  return claims;
}

function addVocabulary(chainItem: ChainVocabulary, claims: Map<string, DeclaredClaim>, issues: PolicyIssue[]): void {
  const { item, auditorId, phases } = chainItem;
  const declaredHere = new Set<string>();
  for (const entry of chainItem.entries) {
    const contextName = claims.has(entry.name) ? `${item}.${entry.name}` : entry.name;
    if (!isClaimName(entry.name)) {
      issues.push({ message: `auditor \`${item}\` declares \`${entry.name}\`, which is not a claim name` });
    } else if (declaredHere.has(entry.name) || claims.has(contextName)) {
      issues.push({ message: `claim \`${entry.name}\` of auditor \`${item}\` is declared twice` });
    } else {
      const mayBeAbsent = entry.value_schema['x-absent'] !== undefined;
      const shape = shapeOf(entry);
      const producedName = entry.name;
      const definitions = (chainItem.settings?.declared ?? []).filter(({ claim }) => claim === entry.name);
      const inPhases = narrowPhases(phases, entry);
      const declared = { contextName, producedName, item, auditorId, phases: inPhases, entry, shape, mayBeAbsent };
      claims.set(contextName, { ...declared, definitions });
    }
    declaredHere.add(entry.name);
  }
}

function narrowPhases(phases: readonly Phase[], { value_schema: schema }: VocabularyEntry): readonly Phase[] {
  const told = schema['x-phases'];
  if (!Array.isArray(told) || !told.every((one) => allPhases.some((phase) => phase === one))) return phases;
  return phases.filter((phase) => told.includes(phase));
}
