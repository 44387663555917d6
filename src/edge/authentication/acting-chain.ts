/**
 * Reads the acting chain of a delegated token from its `act` (RFC 8693 section 4.1). Only the outermost actor has
 * rights; those below it are history, and can only cause a refusal. Pure.
 */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { ConfigBundle } from '../../contract/control/config-bundle.ts';
import { agentSpiffeId, parseSpiffeId, readAgentPath } from '../../contract/spiffe.ts';

type BundleAgent = ConfigBundle['agents'][number];

export interface ChainTrust {
  readonly issuer: string;
  /** Trust domain of this organisation. */
  readonly trustDomain: string;
  agent(agentId: string): BundleAgent | undefined;
}

export type ChainReading =
  /** Outermost first. */
  | { readonly ok: true; readonly actor: BundleAgent; readonly before: readonly BundleAgent[] }
  | { readonly ok: false; readonly reason: string };

/** Longer than any chain that the issuer makes. */
const maxDepth = 16;

const ActorSchema = Type.Object(
  {
    sub: Type.String({ minLength: 1, maxLength: 512 }),
    iss: Type.String(),
    sub_profile: Type.Literal('ai_agent'),
    act: Type.Optional(Type.Unknown()),
  },
  // RFC 8693 section 4.1: claims such as `exp` or `aud` have no meaning here, so they are refused.
  { additionalProperties: false },
);
const checkActor = Compile(ActorSchema);

/** Reads `act` and everything below it. */
export function readActingChain(act: unknown, trust: ChainTrust): ChainReading {
  const agents: BundleAgent[] = [];
  for (let next = act; next !== undefined; ) {
    if (agents.length === maxDepth) return refuse('it names too many actors');
    if (!checkActor.Check(next)) return refuse('one of its actors (act) is malformed');
    const { sub, iss } = next;
    if (iss !== trust.issuer) return refuse('one of its actors (act) has another issuer');
    const agent = findAgent(sub, trust);
    if (agent === undefined) return refuse('one of its actors (act) is not an agent of this organisation');
    agents.push(agent);
    next = next.act;
  }
  const [actor, ...before] = agents;
  return actor === undefined ? refuse('it names no actor') : { ok: true, actor, before };
}

function findAgent(sub: string, { trustDomain, agent }: ChainTrust): BundleAgent | undefined {
  const id = parseSpiffeId(sub);
  const agentId = id === undefined ? undefined : readAgentPath(id);
  // Only the issuer's own spelling counts: another one is not ours, though it may mean the same agent.
  if (agentId === undefined || sub !== agentSpiffeId(trustDomain, agentId)) return undefined;
  return agent(agentId);
}

function refuse(reason: string): ChainReading {
  return { ok: false, reason };
}
