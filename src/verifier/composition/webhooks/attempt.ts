/** Makes one call of a receiver and interprets its answer. Never reads the body. */

import { isAppError } from '../../../platform/errors.ts';
import { createSecret } from '../../../platform/secret.ts';
import { maxRetryAfterMs } from './constants.ts';
import type { WebhookCore } from './core.ts';
import { signingSecretPlace } from './secrets.ts';
import { signedHeaders } from './signing.ts';
import type { Attempt, WebhookRow } from './tables.ts';

export interface AttemptResult {
  readonly attempt: Attempt;
  readonly isDelivered: boolean;
  /** The receiver wants no more messages (410). */
  readonly isGone: boolean;
  /** The pause that the receiver asks for. */
  readonly retryAfterMs: number;
}

/** No attempt was made: our own call limit is reached. */
export interface NotAttempted {
  readonly heldForMs: number;
}

export interface Message {
  readonly id: string;
  readonly body: string;
}

export type Keys = Pick<WebhookRow, 'org_id' | 'id' | 'secret_version' | 'previous_version' | 'previous_until'>;

/** Reads the secrets that sign now, newest first. @throws AppError `unavailable` if the vault is sealed. */
async function readSecrets({ vault, db, clock }: WebhookCore, webhook: Keys) {
  const { org_id, id, secret_version, previous_version, previous_until } = webhook;
  const isOverlap = previous_version !== null && previous_until !== null && previous_until > clock.now();
  const versions = isOverlap ? [secret_version, previous_version] : [secret_version];
  const secrets = await Promise.all(versions.map((version) => vault.read(db, signingSecretPlace(org_id, id, version))));
  return createSecret(secrets.map((secret) => secret.reveal()).join(' '));
}

/** @throws AppError `unavailable` if the vault is sealed. An error of the receiver is a result. */
export async function makeAttempt(
  core: WebhookCore,
  webhook: Keys & Pick<WebhookRow, 'url'>,
  { id, body }: Message,
  signal: AbortSignal,
): Promise<AttemptResult | NotAttempted> {
  const secrets = (await readSecrets(core, webhook)).reveal().split(' ');
  const at = core.clock.now();
  const headers = signedHeaders({ id, timeMs: at, body }, secrets);
  const end = (status: number | null, error: string | null, more: Partial<AttemptResult> = {}): AttemptResult => ({
    attempt: { at, status, error, duration_ms: Math.max(0, core.clock.now() - at) },
    isDelivered: error === null,
    isGone: false,
    retryAfterMs: 0,
    ...more,
  });
  try {
    const call = core.outbound.forDeliveries(webhook.org_id);
    const answer = await call(webhook.url, {
      method: 'POST',
      headers,
      body,
      accept: [],
      timeoutMs: core.attemptMs,
      signal,
    });
    const { status } = answer;
    if (status >= 200 && status < 300) return end(status, null);
    const retryAfterMs = readRetryAfter(answer.headers['retry-after'], at);
    return end(status, `http_${status}`, { isGone: status === 410, retryAfterMs });
  } catch (error) {
    if (!isAppError(error)) throw error;
    const reason = error.extensions?.['reason'];
    if (error.code === 'too_many_requests') return { heldForMs: (error.retryAfterS ?? 60) * 1000 };
    // Our own error: the organisation's rules could not be read, for example.
    if (error.status === 503) throw error;
    return end(null, typeof reason === 'string' ? reason : error.code);
  }
}

/** Reads seconds or a date (RFC 9110 section 10.2.3), at most an hour; 0 for anything else. */
export function readRetryAfter(text: string | undefined, now: number): number {
  if (text === undefined) return 0;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), maxRetryAfterMs) : 0;
}
