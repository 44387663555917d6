/** The state of the form for a new API key, and the call that it makes. */
import type { CreateApiKeyInput } from '@assay/client';
import { keyPurposes, keyScopes } from '../../../../src/contract/api/api-keys/states.ts';

export interface KeyDraft {
  readonly alias: string;
  readonly purpose: CreateApiKeyInput['purpose'];
  readonly scopes: readonly string[];
  readonly days: number;
  readonly agent: string;
  readonly gateway: string;
}

export const emptyKey: KeyDraft = { alias: '', purpose: 'cli', scopes: [], days: 90, agent: '', gateway: '' };
export const longestDays = 365;
const dayMs = 86_400_000;
type Scope = CreateApiKeyInput['scopes'][number];

/** The body of the call; `now` in milliseconds since the epoch. */
export function toKeyInput({ alias, purpose, scopes, days, agent, gateway }: KeyDraft, now: number): CreateApiKeyInput {
  return {
    alias: alias.trim(),
    purpose,
    scopes: scopes.filter(isScope),
    expires_at: new Date(now + days * dayMs).toISOString(),
    ...(purpose === 'agent' ? { agent_id: agent.trim() } : {}),
    ...(purpose === 'gateway' ? { gateway_id: gateway.trim() } : {}),
  };
}

/** A purpose brings the scopes that fit it. */
export function withPurpose(draft: KeyDraft, value: string | null): KeyDraft {
  const purpose = keyPurposes.find((known) => known === value) ?? 'cli';
  const suggested: Readonly<Partial<Record<typeof purpose, readonly string[]>>> = {
    agent: ['gateway:call'],
    gateway: ['gateways:serve'],
  };
  return { ...draft, purpose, scopes: suggested[purpose] ?? draft.scopes };
}

function isScope(value: string): value is Scope {
  return keyScopes.includes(value);
}
