/**
 * Asks the gateway in the name of an agent, for a person at the console. The gateway sees the agent alone, so the audit log and
 * the session of the Evidence name the person.
 */
import type { GatewayCall, OpenedAnswer, StreamingGatewayClient } from '../../../clients/gateway/client.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/access.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import { toAuthor } from '../../base/control/author.ts';
import { defaultOrganisation } from '../../base/tenancy.ts';
import type { Agents } from '../../configuration/agents/service.ts';
import type { OwnUse } from '../../identity/issuer/own-use.ts';
import type { Issuer } from '../../identity/issuer/ports.ts';

export interface PlaygroundDeps {
  readonly db: Db;
  readonly audit: Audit;
  readonly agents: Pick<Agents, 'find'>;
  readonly ownUse: OwnUse;
  readonly issuer: Pick<Issuer, 'isConfigured'>;
  readonly gateway: StreamingGatewayClient;
}

export interface PlaygroundQuestion extends Pick<GatewayCall, 'path' | 'body' | 'traceparent' | 'signal'> {
  readonly caller: Caller;
  readonly agentId: string;
}

/** @throws AppError `not_found` for an unknown agent, `forbidden`, and what the client of the gateway throws. */
export type AskPlayground = (question: PlaygroundQuestion) => Promise<OpenedAnswer>;

export function createPlayground({ db, audit, agents, ownUse, issuer, gateway }: PlaygroundDeps): AskPlayground {
  /** A gateway accepts the mere name of an agent on this machine only, and knows one organisation there. */
  const findToken = async (orgId: string, agentId: string): Promise<string | undefined> => {
    if (issuer.isConfigured) return (await ownUse.tokenOfAgent(orgId, agentId)).token.reveal();
    if (gateway.isOnLoopback() && orgId === defaultOrganisation) return undefined;
    const detail =
      'the verifier cannot speak for this agent at the gateway: set ASSAY_PUBLIC_URL, so that it makes tokens';
    throw new AppError('forbidden', detail, { detail });
  };

  return async ({ caller, agentId, path, body, traceparent, signal }) => {
    const { organisation: orgId, user } = caller;
    if ((await agents.find(db, orgId, agentId)) === undefined) {
      throw new AppError('not_found', 'no such agent', { detail: `agent ${agentId} is not registered` });
    }
    const token = await findToken(orgId, agentId);
    const about = { resourceType: 'agent', resourceId: agentId, details: { path, trace: traceparent.split('-')[1] } };
    await db.transaction((tx) => audit.append(tx, toAuthor(caller), { action: 'playground.asked', ...about }));
    return gateway.open({ path, body, agentId, token, sessionId: `playground-${user}`, traceparent, signal });
  };
}
