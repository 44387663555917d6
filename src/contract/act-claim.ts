/** The acting agents of a token (RFC 8693 section 4.1). The outermost agent acts; the inner ones acted before it. */
import { Type } from 'typebox';
import { parseSpiffeId } from './spiffe.ts';

export interface ActClaim {
  /** SPIFFE id of the agent. */
  readonly sub: string;
  /** Issuer of the claim: this verifier. */
  readonly iss: string;
  readonly sub_profile: 'ai_agent';
  /** Who acted before. */
  readonly act?: ActClaim;
}

/** Agents in one chain: the largest `max_delegation_depth` of a manifest. */
export const maxActors = 5;

const text = Type.String({ minLength: 1, maxLength: 2_048 });

function toSchema(depth: number): ReturnType<typeof Type.Object> {
  return Type.Object(
    {
      sub: text,
      iss: text,
      sub_profile: Type.Literal('ai_agent'),
      ...(depth > 1 ? { act: Type.Optional(toSchema(depth - 1)) } : {}),
    },
    { additionalProperties: false },
  );
}

export const ActClaimSchema = Type.Unsafe<ActClaim>(toSchema(maxActors));

/** Lists the agents of a chain. The agent that acts comes first. */
export function actorsOf(act: ActClaim | undefined): readonly string[] {
  return act === undefined ? [] : [act.sub, ...actorsOf(act.act)];
}

/** Gives the id of an agent from a SPIFFE id that this issuer wrote into a token. */
export function agentIdOf({ sub }: ActClaim): string | undefined {
  const [kind, id, ...more] = parseSpiffeId(sub)?.path ?? [];
  return kind === 'agent' && more.length === 0 ? id : undefined;
}
