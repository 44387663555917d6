/** Access tokens of the agents that steps act as: made by the verifier, kept until a minute before their end. */
import type { Clock } from '../../../platform/clock.ts';
import type { Secret } from '../../../platform/secret.ts';
import type { OwnToken, OwnUse } from '../../issuer/own-use.ts';

export interface AgentTokens {
  /** @throws AppError `agent_suspended` and the like. */
  get(orgId: string, agentId: string): Promise<Secret>;
  /** The gateway does not take it any more. */
  drop(orgId: string, agentId: string, token: Secret): void;
}

const spareMs = 60_000;
const mostKept = 10_000;

export function createAgentTokens({ ownUse, clock }: { readonly ownUse: OwnUse; readonly clock: Clock }): AgentTokens {
  const kept = new Map<string, OwnToken>();
  const keyOf = (orgId: string, agentId: string) => `${orgId}/${agentId}`;
  return {
    async get(orgId, agentId) {
      const key = keyOf(orgId, agentId);
      const known = kept.get(key);
      if (known !== undefined && known.until - spareMs > clock.now()) return known.token;
      // Several at once make one each: all of them hold.
      const made = await ownUse.tokenOfAgent(orgId, agentId);
      if (kept.size >= mostKept) kept.clear();
      kept.set(key, made);
      return made.token;
    },
    drop(orgId, agentId, token) {
      const key = keyOf(orgId, agentId);
      if (kept.get(key)?.token === token) kept.delete(key);
    },
  };
}
