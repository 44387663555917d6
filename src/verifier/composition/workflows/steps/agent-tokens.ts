/** Access tokens of the agents that steps act as. The verifier issues them; they are cached until a minute before they expire. */
import type { Clock } from '../../../../platform/clock.ts';
import type { Secret } from '../../../../platform/secret.ts';
import type { OwnToken, OwnUse } from '../../../identity/issuer/own-use.ts';

export interface AgentTokens {
  /** @throws AppError such as `agent_suspended`. */
  get(orgId: string, agentId: string): Promise<Secret>;
  /** Drops a token that the gateway no longer accepts. */
  drop(orgId: string, agentId: string, token: Secret): void;
}

const spareMs = 60_000;
const maxKept = 10_000;

export function createAgentTokens({ ownUse, clock }: { readonly ownUse: OwnUse; readonly clock: Clock }): AgentTokens {
  const kept = new Map<string, OwnToken>();
  const keyOf = (orgId: string, agentId: string) => `${orgId}/${agentId}`;
  return {
    async get(orgId, agentId) {
      const key = keyOf(orgId, agentId);
      const known = kept.get(key);
      if (known !== undefined && known.until - spareMs > clock.now()) return known.token;
      // Concurrent calls make one token each; all of them are valid.
      const made = await ownUse.tokenOfAgent(orgId, agentId);
      if (kept.size >= maxKept) kept.clear();
      kept.set(key, made);
      return made.token;
    },
    drop(orgId, agentId, token) {
      const key = keyOf(orgId, agentId);
      if (kept.get(key)?.token === token) kept.delete(key);
    },
  };
}
