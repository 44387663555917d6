/** Maps claims of an auditor's answer to claims of the policies, including instances and their siblings. */
import type { ClaimType } from '@assay/sdk/contract';
import { detectionInstances, type PolicySet } from './policy-set.ts';

export interface ProducedClaim {
  readonly contextName: string;
  readonly item: string;
  readonly type: ClaimType;
}

export interface ProducedClaims {
  /** Finds the claim behind a name in an item's answer; `undefined` for a name that it may not use. */
  ofAnswer(item: string, producedName: string): ProducedClaim | undefined;
  /** Finds the claim behind a name in the context. */
  ofContext(contextName: string): ProducedClaim | undefined;
}

/** Indexes every claim that the chain may produce under a policy set. */
export function createProducedClaims(set: PolicySet): ProducedClaims {
  const byContext = new Map<string, ProducedClaim>();
  const byItem = new Map<string, Map<string, ProducedClaim>>();
  const add = (producedName: string, claim: ProducedClaim): void => {
    const names = byItem.get(claim.item) ?? new Map<string, ProducedClaim>();
    byItem.set(claim.item, names.set(producedName, claim));
    byContext.set(claim.contextName, claim);
  };
  const declared = [...set.schema.claims.values()];
  for (const { contextName, producedName, item, entry } of declared)
    add(producedName, { contextName, item, type: entry.type });
  for (const { item, instance_id: instanceId, produces } of detectionInstances(set)) {
    for (const sibling of declared) {
      const { name, type } = sibling.entry;
      if (sibling.item !== item || sibling.producedName !== name || produces.includes(name)) continue;
      // A method with several claims answers all of them (contract 2.11). No policy reads these; `#` keeps them
      // distinct.
      const producedName = `${instanceId}.${name}`;
      add(producedName, { contextName: `${item}#${producedName}`, item, type });
    }
  }
  return {
    ofAnswer: (item, producedName) => byItem.get(item)?.get(producedName),
    ofContext: (contextName) => byContext.get(contextName),
  };
}
