/** The state of each group for renewal: when its last passport was issued, and whether evidence waits. */
import type { Tier } from '../../../contract/passport.ts';
import type { EvidenceGroup } from '../evidence/coverage.ts';

export interface GroupState {
  readonly orgId: string;
  readonly group: EvidenceGroup;
  issuedAt: number;
  decisionTier: Tier | undefined;
  isWaiting: boolean;
  /** The issuing in progress. The next one queues behind it. */
  running: Promise<void>;
}

export interface GroupStates {
  get(orgId: string, group: EvidenceGroup): GroupState;
  listWaiting(): GroupState[];
}

/** Beyond this limit, idle groups are forgotten: their next evidence is then covered at once. */
const maxGroups = 20_000;

export function createGroupStates(): GroupStates {
  const states = new Map<string, GroupState>();
  return {
    get(orgId, group) {
      const name = JSON.stringify([orgId, group.workspaceId, group.agentId, group.keyAttestationHash]);
      const known = states.get(name);
      if (known !== undefined) return known;
      if (states.size >= maxGroups) {
        for (const [key, state] of states) if (!state.isWaiting) states.delete(key);
      }
      const running = Promise.resolve();
      const fresh = { orgId, group, issuedAt: -Infinity, decisionTier: undefined, isWaiting: false, running };
      states.set(name, fresh);
      return fresh;
    },
    listWaiting: () => [...states.values()].filter((state) => state.isWaiting),
  };
}
