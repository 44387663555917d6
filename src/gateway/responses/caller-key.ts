/** Names the caller to whom a response belongs. */
import { sha256Hex } from '@assay/sdk/crypto';
import type { Caller } from '../../platform/http/access.ts';
import { principalOf } from '../escalation/escalation-request.ts';
import type { Identity } from '../exchange/exchange.ts';

/** Headers by which the provider knows its customer. */
const accountHeaders = ['authorization', 'x-api-key', 'api-key', 'openai-organization', 'openai-project'] as const;

export interface ResponseOwner {
  readonly identity: Pick<Identity, 'agentId' | 'workspaceId'>;
  readonly caller: Caller;
  readonly upstreamHeaders: Readonly<Record<string, string>>;
}

/** The agent, the person or key behind it, and the account at the provider, of which only a hash is kept. */
export function callerKeyOf({ identity, caller, upstreamHeaders }: ResponseOwner): string {
  const account = sha256Hex(JSON.stringify(accountHeaders.map((name) => upstreamHeaders[name] ?? null)));
  return JSON.stringify([identity.workspaceId, identity.agentId, principalOf(caller), account]);
}
