/**
 * Caches the verifier's answers about the tools of agents, while the configuration is the same and the answer is valid.
 * A newer configuration ends every answer at once. While the verifier is away an answer is used for one more minute,
 * under the same configuration only; after a change everything is refused.
 */
import type { AgentToolsQuestion, VerifierClient } from '../../clients/verifier/client.ts';
import type { AgentTools } from '../../contract/agent-tools.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError, isAppError } from '../../platform/errors.ts';
import { createLruMap } from './lru-map.ts';

export interface CachedTools {
  readonly tools: AgentTools;
  /** Changes with each change of the content. */
  readonly serial: number;
}

/** The agent and the person it acts for. */
export type ToolsQuery = Omit<AgentToolsQuestion, 'gatewayId' | 'etag' | 'signal'>;

export interface AgentToolsCache {
  /** An agent that is not registered has no apps. @throws AppError of the verifier; `verifier_unavailable`. */
  of(which: ToolsQuery): Promise<CachedTools>;
}

export interface AgentToolsCacheDeps {
  readonly verifier: Pick<VerifierClient, 'agentTools'>;
  readonly gatewayId: string;
  /** Version of the configuration in use; undefined: there is none. */
  readonly bundleVersion: () => string | undefined;
  readonly clock: Clock;
}

interface Held {
  readonly answer: CachedTools;
  /** Undefined for an answer without an ETag. */
  readonly etag: string | undefined;
  readonly bundle: string;
  readonly until: number;
  /** The time when the verifier is asked again after it did not answer. */
  readonly nextAsk: number;
}

const most = 2_000;
const maxTools = 100_000;
const staleMs = 60_000;
const retryMs = 1_000;
/** Short, because an unregistered agent may be registered at any moment. */
const unknownForS = 5;

export function createAgentToolsCache({
  verifier,
  gatewayId,
  bundleVersion,
  clock,
}: AgentToolsCacheDeps): AgentToolsCache {
  const held = createLruMap<Held>({ most, maxWeight: maxTools, weigh: ({ answer }) => countTools(answer.tools) });
  const flights = new Map<string, Promise<CachedTools>>();
  let serial = 0;

  const keep = (key: string, bundle: string, etag: string | undefined, answer: CachedTools): CachedTools => {
    const until = clock.now() + answer.tools.good_for_s * 1_000;
    held.set(key, { answer, etag, bundle, until, nextAsk: 0 });
    return answer;
  };

  const ask = async (which: ToolsQuery, key: string, bundle: string): Promise<CachedTools> => {
    const known = held.get(key);
    try {
      const said = await verifier.agentTools({ gatewayId, ...which, etag: known?.etag });
      if (said.status === 'changed') {
        serial += 1;
        return keep(key, bundle, said.etag, { tools: said.tools, serial });
      }
      if (known === undefined)
        throw new AppError('verifier_unavailable', 'not modified, although nothing was sent before');
      return keep(key, bundle, known.etag, known.answer);
    } catch (error) {
      if (isUnknownAgent(error)) {
        serial += 1;
        return keep(key, bundle, undefined, { tools: nothingOf(which.agentId), serial });
      }
      if (!isAppError(error, 'verifier_unavailable')) {
        held.delete(key);
        throw error;
      }
      if (known === undefined || !isStillGood(known, bundle)) throw error;
      held.set(key, { ...known, nextAsk: clock.now() + retryMs });
      return known.answer;
    }
  };

  const isStillGood = (known: Held, bundle: string): boolean =>
    known.bundle === bundle && bundleVersion() === bundle && clock.now() < known.until + staleMs;

  return {
    async of(which) {
      const bundle = bundleVersion();
      if (bundle === undefined) throw new AppError('verifier_unavailable', 'there is no configuration to use');
      const { agentId, userId = null, grantId = null, onBehalfOf = null, ownTools = null } = which;
      const key = JSON.stringify([agentId, userId, grantId, onBehalfOf, ownTools]);
      const known = held.get(key);
      if (known?.bundle === bundle) {
        const now = clock.now();
        if (now < known.until || (now < known.nextAsk && isStillGood(known, bundle))) return known.answer;
      }
      const flight = `${bundle} ${key}`;
      const underWay = flights.get(flight);
      if (underWay !== undefined) return underWay;
      const asked = ask(which, key, bundle).finally(() => flights.delete(flight));
      flights.set(flight, asked);
      return asked;
    },
  };
}

function isUnknownAgent(error: unknown): boolean {
  return isAppError(error, 'not_found') && error.extensions?.['reason'] === 'unknown_agent';
}

function nothingOf(agentId: string): AgentTools {
  return { agent_id: agentId, workspace_id: '', user_may_speak: false, good_for_s: unknownForS, servers: [] };
}

function countTools({ servers }: AgentTools): number {
  return servers.reduce((count, { tools }) => count + tools.length, 1);
}
