/** Plans what each member of a chain is asked, in which phases and with which settings; made once. */
import type { ClaimInstance, Vocabulary } from '@assay/sdk/contract';
import { askedPhases } from '../../configuration/chain/resolve-chain.ts';
import type { AuditorValues } from '../../configuration/resolve-agent.ts';
import { listDeclaredSettings } from '../../configuration/settings/declared-settings.ts';
import type { ChainVocabulary, DeclaredClaim } from '../../policy/chain-claims.ts';
import { listItemInstances } from '../../policy/detection.ts';
import { PolicyError } from '../../policy/policy-error.ts';
import { neededClaims, type PolicySet } from '../../policy/policy-set.ts';
import type { ChainMember } from '../collect/chain.ts';
import { expectClaims } from '../collect/check-claims.ts';
import type { MemberPlan } from '../collect/collect.ts';
import { builtInId } from '../collect/manifest.ts';
import { settleInstances, toMemberSettings } from '../collect/member-settings.ts';
import { type OwnSettings, withOwnSettings } from './own-settings.ts';

/** A member's declared claims as policies see them; empty while unknown. */
export function toChainVocabulary(member: ChainMember): ChainVocabulary[] {
  const { item, vocabulary, askedIn, config } = member;
  if (vocabulary === undefined) return [];
  const { auditor_id: auditorId, vocabulary: entries } = vocabulary;
  const settings = listDeclaredSettings(settingsIdOf(member, vocabulary), vocabulary, config);
  return [{ item: item.name, auditorId, phases: askedPhases(vocabulary, askedIn), entries, settings }];
}

/**
 * A generated policy has rules for the claims that its chain declares. For an auditor that was never reached it would
 * have none, and would permit what that auditor's claims speak against. @throws PolicyError naming the auditors.
 */
export function assertGeneratedForAll({ isGenerated }: { isGenerated: boolean }, chain: readonly ChainMember[]): void {
  if (!isGenerated) return;
  const unknown = chain.filter(({ vocabulary }) => vocabulary === undefined).map(({ item }) => item.name);
  if (unknown.length === 0) return;
  const names = unknown.join(', ');
  const message = `the generated policy has no rules for auditors that were never reached: ${names}. Start them, or remove them from the chain`;
  throw new PolicyError([{ message }]);
}

/** The id of an auditor in the configuration, found in the same way as by the verifier. */
function settingsIdOf({ auditorId, item }: ChainMember, { auditor_id: told }: Vocabulary): string {
  return auditorId ?? builtInId(item) ?? told;
}

/** Plans for everything that these policy sets read; settings by auditor id. */
export function planMembers(
  chain: readonly ChainMember[],
  sets: readonly PolicySet[],
  settings: ReadonlyMap<string, AuditorValues>,
  ownSettings: OwnSettings,
): MemberPlan[] {
  const needed = uniteClaims(sets);
  const instances = listItemInstances(
    sets.flatMap((set) => set.instances),
    needed,
  );
  const needsAll = sets.some((set) => set.needed === 'all');
  return chain.flatMap((member): MemberPlan[] => {
    const { vocabulary, item } = member;
    if (vocabulary === undefined) return [];
    const own: ClaimInstance[] = instances
      .filter((instance) => instance.item === item.name)
      .map(({ instance_id, produces, settings: asked }) => ({
        instance_id,
        produces,
        ...(asked ? { settings: asked } : {}),
      }));
    const names = needed.filter((claim) => claim.item === item.name).map((claim) => claim.producedName);
    const values = toMemberSettings(valuesFor(member, vocabulary, { settings, ownSettings }), vocabulary);
    return [
      {
        ...skipMember(member, vocabulary),
        skip: !needsAll && names.length === 0,
        ...(needsAll ? {} : { neededClaims: names }),
        instances: settleInstances(own, values?.overrides),
        ...(values === undefined ? {} : { settings: values }),
        expected: expectClaims(vocabulary, own),
      },
    ];
  });
}

function valuesFor(
  member: ChainMember,
  vocabulary: Vocabulary,
  { settings, ownSettings }: { settings: ReadonlyMap<string, AuditorValues>; ownSettings: OwnSettings },
): AuditorValues | undefined {
  const configured = settingsOf(member, vocabulary, settings);
  if (member.boundary !== 'remote') return configured;
  return withOwnSettings(configured, ownSettings.get(settingsIdOf(member, vocabulary)), vocabulary);
}

/** An auditor may have another name than its catalog entry; the configuration uses the entry's. */
function settingsOf(
  { auditorId, item }: ChainMember,
  vocabulary: Vocabulary,
  settings: ReadonlyMap<string, AuditorValues>,
): AuditorValues | undefined {
  const names = [auditorId, vocabulary.auditor_id, builtInId(item)].filter((name) => name !== undefined);
  return names.map((name) => settings.get(name)).find((values) => values !== undefined);
}

export function skipMember(member: ChainMember, vocabulary: Vocabulary): MemberPlan {
  return {
    member,
    auditorId: vocabulary.auditor_id,
    settingsId: settingsIdOf(member, vocabulary),
    version: vocabulary.version,
    phases: new Set(askedPhases(vocabulary, member.askedIn)),
    skip: true,
    instances: [],
    expected: new Map(),
  };
}

function uniteClaims(sets: readonly PolicySet[]): DeclaredClaim[] {
  return [...new Map(sets.flatMap(neededClaims).map((claim) => [claim.contextName, claim])).values()];
}
