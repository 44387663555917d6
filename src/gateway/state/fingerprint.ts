/**
 * Names what judges: equal for states that ask the same auditors with the same settings and decide by the same policies,
 * also in another process of the same version. A cautious name: states that differ only in form may have two.
 */
import { sha256Hex } from '@assay/sdk/crypto';
import manifest from '../../../package.json' with { type: 'json' };
import type { AuditorValues } from '../../configuration/resolve-agent.ts';
import type { PolicySet } from '../../policy/policy-set.ts';
import type { ChainMember } from '../collect/chain.ts';
import type { MemberPlan } from '../collect/collect.ts';
import type { OwnSettings } from './own-settings.ts';

export interface Judging {
  readonly engineVersion: string;
  readonly policySet: PolicySet;
  readonly chain: readonly ChainMember[];
  readonly plans: readonly MemberPlan[];
  /** By auditor id. */
  readonly settings: ReadonlyMap<string, AuditorValues>;
  readonly ownSettings: OwnSettings;
}

/** Hex SHA-256. The version stands for the code of the auditors in this process. */
export function fingerprintOf({ engineVersion, policySet, chain, plans, settings, ownSettings }: Judging): string {
  const { id, version, schema } = policySet;
  const policies = [id, version, schema.hash];
  const named = [...settings].sort(([left], [right]) => (left < right ? -1 : 1));
  const own = [...ownSettings].sort(([left], [right]) => (left < right ? -1 : 1));
  const facts = [
    manifest.version,
    engineVersion,
    policies,
    chain.map(factsOfMember),
    plans.map(factsOfPlan),
    named,
    own,
  ];
  return sha256Hex(JSON.stringify(facts));
}

function factsOfMember({ client: _client, told: _told, ...facts }: ChainMember): object {
  return facts;
}

function factsOfPlan({ member, expected: _expected, phases, configKeys, ...facts }: MemberPlan): object {
  return { ...facts, member: member.item.name, phases: [...phases].sort(), configKeys: [...configKeys].sort() };
}
